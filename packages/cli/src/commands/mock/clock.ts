import type { ControlClient } from '@inrgate/mock-gateway/control';
import type { Command } from 'commander';
import { answerText } from '../../mock/control-text.ts';
import { onCall } from '../../session/session.ts';

/** Registers the clock commands. */
export function registerClock(parent: Command): void {
  registerCall(parent.command('clock').description("show the gateway's time"));
  registerAdvance(parent.command('advance'));
  registerFreeze(parent.command('freeze'));
  registerResume(parent.command('resume'));
}

function registerCall(command: Command): void {
  command.addHelpText('after', '\nExample:\n  $ inrgate mock clock --json');
  onCall(command, async (session) => {
    const clock = await session.control().get('/clock');
    session.output.data(clock, () => answerText('Clock', clock));
  });
}

function registerAdvance(command: Command): void {
  command
    .description('move the clock forward and run every expiry and retry that becomes due')
    .argument('<duration>', 'duration, for example 90s, 31m or 1h30m, or next for the next due timer')
    .addHelpText('after', '\nExamples:\n  $ inrgate mock advance 31m\n  $ inrgate mock advance next');
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

function registerFreeze(command: Command): void {
  command
    .description('stop the clock immediately or at a later time')
    .option('--at <instant>', 'time at which to stop the clock, as ISO 8601 with an offset')
    .addHelpText(
      'after',
      '\nExamples:\n  $ inrgate mock freeze\n  $ inrgate mock freeze --at 2026-11-21T00:00:00+05:30',
    );
  onCall(command, async (session) => {
    const clock = await session
      .control()
      .post('/clock/freeze', { body: command.opts<{ readonly at?: string }>() });
    session.output.data(clock, () => answerText('Clock', clock));
  });
}

function registerResume(command: Command): void {
  command
    .description('restart the clock from the time at which it stopped')
    .addHelpText('after', '\nExample:\n  $ inrgate mock resume');
  onCall(command, async (session) => {
    const clock = await session.control().post('/clock/resume');
    session.output.data(clock, () => answerText('Clock', clock));
  });
}
