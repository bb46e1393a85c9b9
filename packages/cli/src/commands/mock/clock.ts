import type { Command } from 'commander';
import { answerText } from '../../control/control-text.ts';
import { onCall } from '../../session/session.ts';

/** One clock for everything: expiry, retries, timestamps, rate windows, locks, daily limits. */
export function registerClock(parent: Command): void {
  registerCall(parent.command('clock').description('what time it is at the gateway'));
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
    .description('move the clock forward: expiries and retries happen on the way')
    .argument('<duration>', 'such as 90s, 31m, 6h, 1d or 1h30m; next: to what falls due next')
    .addHelpText('after', '\nExamples:\n  $ inrgate mock advance 31m\n  $ inrgate mock advance next');
  onCall(command, async (session, _options, [by = '']) => {
    const control = session.control();
    const moved =
      by === 'next' ? control.post('/clock/advance-to-next') : control.post('/clock/advance', { by });
    const clock = await moved;
    session.output.data(clock, () => answerText('Clock', clock));
  });
}

function registerFreeze(command: Command): void {
  command
    .description('make the clock stand still, now or at a later instant')
    .option('--at <instant>', 'ISO-8601 with its offset')
    .addHelpText(
      'after',
      '\nExamples:\n  $ inrgate mock freeze\n  $ inrgate mock freeze --at 2026-11-21T00:00:00+05:30',
    );
  onCall(command, async (session) => {
    const clock = await session.control().post('/clock/freeze', command.opts());
    session.output.data(clock, () => answerText('Clock', clock));
  });
}

function registerResume(command: Command): void {
  command
    .description('let the clock run on from where it stood')
    .addHelpText('after', '\nExample:\n  $ inrgate mock resume');
  onCall(command, async (session) => {
    const clock = await session.control().post('/clock/resume');
    session.output.data(clock, () => answerText('Clock', clock));
  });
}
