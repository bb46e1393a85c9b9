import type { Command } from 'commander';
import { addCommands } from '../input/lazy-commands.ts';

/** `inrgate link …`: payment links of the legacy v1 API. */
export function register(command: Command): void {
  addCommands(command, [
    { name: 'create', summary: 'create a payment link', load: () => import('./link/create.ts') },
    { name: 'get', summary: 'query a payment link', load: () => import('./link/get.ts') },
  ]);
  command.addHelpText('after', '\nExample:\n  $ inrgate link create --amount 500.00 --client-ref INV-42');
}
