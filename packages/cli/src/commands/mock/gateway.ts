import type { Command } from 'commander';
import { answerText } from '../../control/control-text.ts';
import { onCall } from '../../session/session.ts';

/** The gateway as a whole. */
export function registerGateway(parent: Command): void {
  registerHealth(parent.command('health'));
  registerReset(parent.command('reset'));
}

function registerHealth(command: Command): void {
  command
    .description('whether the mock gateway is up, and which it is')
    .addHelpText('after', '\nExample:\n  $ inrgate mock health --json');
  onCall(command, async (session) => {
    const health = await session.control().get('/health');
    session.output.data(health, () => answerText('Gateway', health));
  });
}

function registerReset(command: Command): void {
  command
    .description(
      'back to the configured merchants and settings: no orders, callbacks, faults or log; the clock at real time',
    )
    .addHelpText('after', '\nExample:\n  $ inrgate mock reset');
  onCall(command, async (session) => {
    await session.control().post('/reset');
    session.output.note('the gateway is as it was configured');
  });
}
