import type { ControlClient, ControlResponse } from '@inrgate/mock-gateway/control';
import type { Command } from 'commander';
import { answerText } from '../../mock/control-text.ts';
import { onCall } from '../../session/session.ts';
import { describe, registerControl } from './control-command.ts';

export function registerClock(parent: Command): void {
  registerControl(parent.command('clock'), {
    description: "show the gateway's time",
    examples: ['clock --json'],
    call: (session) => session.control().get('/clock'),
    text: 'Clock',
  });
  registerAdvance(parent.command('advance'));
  const freeze = parent
    .command('freeze')
    .option('--at <instant>', 'time at which to stop the clock, as ISO 8601 with an offset');
  registerControl<ControlResponse<'Clock'>, { readonly at?: string }>(freeze, {
    description: 'stop the clock immediately or at a later time',
    examples: ['freeze', 'freeze --at 2026-11-21T00:00:00+05:30'],
    call: (session, _args, { at }) => session.control().post('/clock/freeze', { body: { at } }),
    text: 'Clock',
  });
  registerControl(parent.command('resume'), {
    description: 'restart the clock from the time at which it stopped',
    examples: ['resume'],
    call: (session) => session.control().post('/clock/resume'),
    text: 'Clock',
  });
}

function registerAdvance(command: Command): void {
  describe(
    command,
    'move the clock forward and run every expiry and retry that becomes due',
    'advance 31m',
    'advance next',
  ).argument('<duration>', 'duration, for example 90s, 31m or 1h30m, or next for the next due timer');
  onCall(command, async (session, _options, [by = '']) => {
    const control = session.control();
    const before = session.output.json ? undefined : await attemptsOf(control);
    const moved =
      by === 'next'
        ? control.post('/clock/advance-to-next')
        : control.post('/clock/advance', { body: { by } });
    const clock = await moved;
    const after = before && (await attemptsOf(control));
    session.output.data(clock, () =>
      [answerText('Clock', clock), ...(before && after ? [happened(before, after)] : [])].join('\n'),
    );
  });
}

interface Attempts {
  readonly tried: number;
  readonly refused: number;
}

/**
 * Maximum number of callbacks that the command counts. Only programs create more callbacks, and programs use the JSON
 * output.
 */
const mostCallbacks = 4_000;

/** Number of delivery attempts, or undefined above the maximum. */
async function attemptsOf(control: ControlClient): Promise<Attempts | undefined> {
  const callbacks = await control.items('/callbacks', { wanted: mostCallbacks });
  if (callbacks.length === mostCallbacks) return undefined;
  const attempts = callbacks.flatMap((callback) => callback.attempts);
  return { tried: attempts.length, refused: attempts.filter(({ ok }) => !ok).length };
}

/** Summary of the deliveries: ` 2 callbacks tried, 1 refused`. */
function happened(before: Attempts, after: Attempts): string {
  const tried = after.tried - before.tried;
  if (tried <= 0) return '  no callback fell due';
  const refused = after.refused - before.refused;
  return `  ${tried} ${tried === 1 ? 'callback' : 'callbacks'} attempted, ${refused === 0 ? 'none' : refused} failed`;
}
