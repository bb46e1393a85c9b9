import { signal } from '@preact/signals';
import { call } from '../api.ts';
import { dayOf, duration, moment, timeOf } from '../format.ts';
import { change } from '../live.ts';
import { now, overview, today } from '../store.ts';

const moving = signal(false);

async function move(told: string, path: string, body?: object): Promise<void> {
  moving.value = true;
  await change(told, () => call('POST', `/clock/${path}`, body));
  moving.value = false;
}

const steps = [
  ['1m', '+1 min'],
  ['31m', '+31 min'],
  ['6h', '+6 h'],
] as const;

/** Gateway time, with the controls that freeze, run or advance the clock. */
export function Clock() {
  const view = overview.value;
  if (view === null) return <div class="clock" />;
  const { mode, nextDueAt } = view;
  return (
    <fieldset class="clock" disabled={moving.value}>
      <legend class="unseen">Clock</legend>
      <span class={`time ${mode}`} title={`${dayOf(now.value)}, IST; the clock is ${mode}`}>
        <time class="mono">{timeOf(now.value)}</time>
        <small>
          {dayOf(now.value)} IST · {mode}
        </small>
      </span>
      <span class="moves">
        {steps.map(([by, label]) => (
          <button
            key={by}
            type="button"
            onClick={() => move(`The clock moved forward by ${label.slice(1)}.`, 'advance', { by })}
          >
            {label}
          </button>
        ))}
        <button
          type="button"
          disabled={nextDueAt === null}
          title={nextDueAt === null ? 'No timer is due.' : `${nextDueAt}: an expiry or a callback`}
          onClick={() => move('The clock moved to the next due time.', 'advance-to-next')}
        >
          Next due <NextDue at={nextDueAt} />
        </button>
        {mode === 'running' ? (
          <button type="button" onClick={() => move('The clock is frozen.', 'freeze', {})}>
            Freeze
          </button>
        ) : (
          <button type="button" class="strong" onClick={() => move('The clock runs.', 'resume')}>
            Resume
          </button>
        )}
      </span>
    </fieldset>
  );
}

function NextDue({ at }: { readonly at: string | null }) {
  if (at === null) return <small>nothing</small>;
  const left = Date.parse(at) - now.value;
  return (
    <small class="mono" title={moment(at, today.value)}>
      {left <= 0 ? 'now' : `in ${duration(left)}`}
    </small>
  );
}
