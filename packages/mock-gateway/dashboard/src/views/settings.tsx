import { useRef } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { call } from '../api.ts';
import { change } from '../live.ts';
import { Choice } from '../parts/choice.tsx';
import { Form, type FormFields, Input } from '../parts/form.tsx';
import { Switch } from '../parts/switch.tsx';
import type { Settings as Values } from '../types.ts';
import { Snapshots } from './snapshots.tsx';

/** Settings that can be disabled. */
const limits = {
  rateLimitPerMinute: 'Calls per minute (empty for no limit)',
  failures: 'Wrong signatures until a lock (empty for no lock)',
  windowSeconds: 'within (s)',
  lockSeconds: 'locked for (s)',
} as const;

/** Number of seconds that `inrgate serve --simulate` uses. */
const usualPayAfter = 5;

function limitsOf({ rateLimitPerMinute, signatureLock }: Values) {
  return { rateLimitPerMinute, ...signatureLock } as Partial<Record<keyof typeof limits, number | null>>;
}

/** The gateway's settings and the reset. */
export function Settings() {
  const { data } = useAnswer<Values>('/settings');
  if (data === null) return null;
  return (
    <section class="page" aria-labelledby="settings-title">
      <header>
        <h1 id="settings-title">Settings</h1>
      </header>
      <SettingsForm key={JSON.stringify(data)} values={data} />
      <Snapshots />
      <Reset />
    </section>
  );
}

function SettingsForm({ values }: { readonly values: Values }) {
  return (
    <Form
      class="card form"
      aria-labelledby="settings-title"
      onSend={(fields) => change('Saved.', () => call('PATCH', '/settings', readSettings(fields)))}
    >
      <Input
        label="USDT rate (₹; empty: none)"
        name="usdtRate"
        pattern="[0-9]+\.[0-9]{4}"
        defaultValue={values.usdtRate ?? ''}
      />
      <Choice
        name="latePayments"
        label="Late payments"
        chosen={values.latePayments}
        options={{ credit: 'are credited', refuse: 'are refused' }}
      />
      <Input
        label="Order validity (min)"
        name="orderValidityMinutes"
        type="number"
        min="1"
        required
        defaultValue={values.orderValidityMinutes}
      />
      {(Object.keys(limits) as (keyof typeof limits)[]).map((name) => (
        <Input
          key={name}
          label={limits[name]}
          name={name}
          type="number"
          min="1"
          defaultValue={limitsOf(values)[name] ?? ''}
        />
      ))}
      <Input
        label="Simulated customers pay after (s)"
        name="payAfterSeconds"
        type="number"
        min="1"
        max="86400"
        required
        defaultValue={values.simulation?.payAfterSeconds ?? usualPayAfter}
      />
      <div class="wide switches">
        <Switch name="simulation" label="Simulated customers" on={values.simulation !== null} />
        <Switch name="maintenance" label="Maintenance" on={values.maintenance} />
        <Switch name="providerAvailable" label="Payment channel available" on={values.providerAvailable} />
        <Switch
          name="failedPayinCallback"
          label="Callback for a failed pay-in"
          on={values.failedPayinCallback}
        />
      </div>
      <p class="form-end">
        <button type="submit" class="strong">
          Save
        </button>
      </p>
    </Form>
  );
}

function readSettings(fields: FormFields): object {
  const number = (name: string) => Number(fields[name]) || undefined;
  const failures = number('failures');
  return {
    usdtRate: fields['usdtRate'] ?? null,
    latePayments: fields['latePayments'],
    maintenance: 'maintenance' in fields,
    providerAvailable: 'providerAvailable' in fields,
    failedPayinCallback: 'failedPayinCallback' in fields,
    simulation: 'simulation' in fields ? { payAfterSeconds: number('payAfterSeconds') } : null,
    orderValidityMinutes: number('orderValidityMinutes'),
    rateLimitPerMinute: number('rateLimitPerMinute') ?? null,
    signatureLock:
      failures === undefined
        ? null
        : { failures, windowSeconds: number('windowSeconds'), lockSeconds: number('lockSeconds') },
  };
}

function Reset() {
  const dialog = useRef<HTMLDialogElement>(null);
  const reset = () => change('The gateway was reset.', () => call('POST', '/reset'));
  return (
    <section class="card line">
      <span>
        <strong>Reset</strong>
        <br />
        <span class="quiet">
          Deletes every order, callback, fault and logged request. Restores the configured merchants and
          settings, and sets the clock to real time.
        </span>
      </span>
      <button type="button" class="danger" onClick={() => dialog.current?.showModal()}>
        Reset…
      </button>
      <dialog ref={dialog} aria-labelledby="reset-title">
        <h2 id="reset-title">Delete every order, callback and fault?</h2>
        <form method="dialog" class="moves">
          <button type="submit" class="danger" onClick={reset}>
            Delete everything
          </button>
          <button type="submit">Keep everything</button>
        </form>
      </dialog>
    </section>
  );
}
