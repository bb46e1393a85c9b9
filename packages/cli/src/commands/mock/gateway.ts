import type { Command } from 'commander';
import { answerText } from '../../mock/control-text.ts';
import { registerList } from '../../mock/list-command.ts';
import { onCall } from '../../session/session.ts';

export function registerGateway(parent: Command): void {
  registerHealth(parent.command('health'));
  registerReady(parent.command('ready'));
  registerInstances(parent.command('instances'));
  registerReset(parent.command('reset'));
}

function registerHealth(command: Command): void {
  command
    .description('show the state and the version of the mock gateway')
    .addHelpText('after', '\nExample:\n  $ inrgate mock health --json');
  onCall(command, async (session) => {
    const health = await session.control().get('/health');
    session.output.data(health, () => answerText('Gateway', health));
  });
}

function registerReady(command: Command): void {
  command
    .description(
      'check whether the gateway accepts requests from a load balancer; exit code 3 if it does not',
    )
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
    .description('list the instances of this gateway, each with start time and running deliveries')
    .addHelpText('after', '\nExample:\n  $ inrgate mock instances');
}

function registerReset(command: Command): void {
  command
    .description(
      'restore the configured merchants and settings; delete orders, callbacks, faults and the request log; reset the clock',
    )
    .addHelpText('after', '\nExample:\n  $ inrgate mock reset');
  onCall(command, async (session) => {
    await session.control().post('/reset');
    session.output.note('reset the gateway to its configuration');
  });
}
