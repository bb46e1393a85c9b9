import type { Command } from 'commander';
import { onCall } from '../../session/session.ts';
import { describe, registerControl } from './control-command.ts';

export function registerGateway(parent: Command): void {
  registerControl(parent.command('health'), {
    description: 'show the state and the version of the mock gateway',
    examples: ['health --json'],
    call: (session) => session.control().get('/health'),
    text: 'Gateway',
  });
  registerControl(parent.command('ready'), {
    description:
      'check whether the gateway accepts requests from a load balancer; exit code 3 if it does not',
    examples: ['ready'],
    call: (session) => session.control().get('/ready'),
    text: () => 'ready',
  });
  const reset = describe(
    parent.command('reset'),
    'restore the configured merchants and settings; delete orders, callbacks, faults and the request log; reset the clock',
    'reset',
  );
  onCall(reset, async (session) => {
    await session.control().post('/reset');
    session.output.note('reset the gateway to its configuration');
  });
}
