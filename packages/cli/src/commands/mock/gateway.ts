import type { Command } from 'commander';
import { answerText } from '../../mock/control-text.ts';
import { registerList } from '../../mock/list-command.ts';
import { onCall } from '../../session/session.ts';

/** The gateway as a whole. */
export function registerGateway(parent: Command): void {
  registerHealth(parent.command('health'));
  registerReady(parent.command('ready'));
  registerInstances(parent.command('instances'));
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

function registerReady(command: Command): void {
  command
    .description('whether a load balancer may send requests there; exit code 3 when not')
    .addHelpText('after', '\nExample:\n  $ inrgate mock ready');
  onCall(command, async (session) => {
    const readiness = await session.control().get('/ready');
    session.output.data(readiness, () => 'ready');
  });
}

function registerInstances(command: Command): void {
  const columns = ['id', 'startedAt', 'delivering'] as const;
  registerList(command, { title: 'Instances', path: '/instances', columns, paged: false });
  command
    .description(
      'the gateways that are together this one: since when each is there, and how many callbacks it delivers',
    )
    .addHelpText('after', '\nExample:\n  $ inrgate mock instances');
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
