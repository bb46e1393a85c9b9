import type { Command } from 'commander';
import { addCommands } from '../input/lazy-commands.ts';

/** `inrgate profile …`: saved merchants and keys of this user. */
export function register(command: Command): void {
  addCommands(command, [
    { name: 'add', summary: 'save a merchant and its keys', load: () => import('./profile/add.ts') },
    {
      name: 'list',
      summary: 'list the profiles without their keys',
      load: () => import('./profile/list.ts'),
    },
    {
      name: 'use',
      summary: 'select the default profile',
      load: () => import('./profile/use.ts'),
    },
    { name: 'remove', summary: 'delete a profile', load: () => import('./profile/remove.ts') },
  ]);
  command.addHelpText(
    'after',
    '\nExample:\n  $ inrgate profile add shop --base-url https://gateway.example/v3',
  );
}
