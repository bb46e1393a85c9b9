import type { Command } from 'commander';
import { addCommands } from '../input/lazy-commands.ts';

/** `inrgate payout …`: payouts. */
export function register(command: Command): void {
  addCommands(command, [
    { name: 'create', summary: 'create a payout', load: () => import('./payout/create.ts') },
    { name: 'get', summary: 'query a payout', load: () => import('./payout/get.ts') },
    {
      name: 'wait',
      summary: 'wait for the final status of a payout',
      load: () => import('./payout/wait.ts'),
    },
    { name: 'import', summary: 'pay every row of a CSV file', load: () => import('./payout/import.ts') },
  ]);
  command.addHelpText(
    'after',
    '\nExample:\n  $ inrgate payout create --mch-order-no W-1 --amount 1000.00 --upi-id asha@okhdfcbank',
  );
}
