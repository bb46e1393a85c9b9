import type { Command } from 'commander';
import { addCommands } from '../input/lazy-commands.ts';

export function register(command: Command): void {
  addCommands(command, [
    ['webhook', "check a merchant's callback endpoint", () => import('./check/webhook.ts')],
    ['shop', 'find sequences of events in which your shop loses money', () => import('./check/shop.ts')],
    ['gateway', 'check a gateway against the specification', () => import('./check/gateway.ts')],
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
