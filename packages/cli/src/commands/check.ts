import type { Command } from 'commander';
import { addCommands } from '../input/lazy-commands.ts';

/** `inrgate check …`: what is right and what is wrong with something, as a report. */
export function register(command: Command): void {
  addCommands(command, [
    {
      name: 'webhook',
      summary: "check a merchant's callback endpoint",
      load: () => import('./check/webhook.ts'),
    },
    {
      name: 'gateway',
      summary: 'check a gateway by the specification',
      load: () => import('./check/gateway.ts'),
    },
    {
      name: 'recording',
      summary: 'judge a recording of exchanges',
      load: () => import('./check/recording.ts'),
    },
  ]);
  command.addHelpText(
    'after',
    `
Exit codes: 0 nothing failed; 2 wrong usage; 3 it could not be checked; 4 a check failed.

Examples:
  $ inrgate check webhook http://127.0.0.1:3000/callbacks
  $ inrgate check gateway --base-url https://gateway.example/v3
  $ inrgate check recording staging.har`,
  );
}
