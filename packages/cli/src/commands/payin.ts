import type { Command } from 'commander';
import { addCommands } from '../input/lazy-commands.ts';
import { payins, registerGet } from '../orders/get.ts';
import { registerWait } from '../orders/wait.ts';

/** `inrgate payin …`: pay-ins. */
export function register(command: Command): void {
  addCommands(command, [
    { name: 'create', summary: 'create a pay-in', load: () => import('./payin/create.ts') },
    {
      name: 'get',
      summary: 'query a pay-in',
      load: async () => ({ register: (get) => registerGet(get, payins) }),
    },
    {
      name: 'wait',
      summary: 'wait for the final status of a pay-in',
      load: async () => ({ register: (wait) => registerWait(wait, payins) }),
    },
  ]);
  command.addHelpText('after', '\nExample:\n  $ inrgate payin create --mch-order-no ORDER-1 --amount 500.00');
}
