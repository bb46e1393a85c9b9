import type { Command } from 'commander';
import { addCommands } from '../input/lazy-commands.ts';

export function register(command: Command): void {
  addCommands(command, [
    {
      name: 'webhook',
      summary: "check a merchant's callback endpoint",
      load: () => import('./check/webhook.ts'),
    },
    {
      name: 'shop',
      summary: 'find sequences of events in which your shop loses money',
      load: () => import('./check/shop.ts'),
    },
    {
      name: 'gateway',
      summary: 'check a gateway against the specification',
      load: () => import('./check/gateway.ts'),
    },
  ]);
  command.addHelpText(
    'after',
    `
Exit codes:
  0  No check failed.
  2  Usage error.
  3  The check could not run.
  4  A check failed.

Examples:
  $ inrgate check webhook http://127.0.0.1:3000/callbacks
  $ inrgate check shop --start "node shop.js" --url http://127.0.0.1:3000
  $ inrgate check gateway --base-url https://gateway.example/v3`,
  );
}
