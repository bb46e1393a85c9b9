import type { Command } from 'commander';
import { addCommands } from '../input/lazy-commands.ts';
import { payouts, registerGet } from '../orders/get.ts';
import { registerWait } from '../orders/wait.ts';

/** `inrgate payout …`: payouts. */
export function register(command: Command): void {
  addCommands(command, [
    { name: 'create', summary: 'create a payout', load: () => import('./payout/create.ts') },
    {
      name: 'get',
      summary: 'query a payout',
      load: async () => ({ register: (get) => registerGet(get, payouts) }),
    },
    {
      name: 'wait',
      summary: 'wait for the final status of a payout',
      load: async () => ({ register: (wait) => registerWait(wait, payouts) }),
    },
  ]);
  command.addHelpText(
    'after',
    '\nExample:\n  $ inrgate payout create --mch-order-no W-1 --amount 1000.00 --upi-id asha@okhdfcbank',
  );
}
