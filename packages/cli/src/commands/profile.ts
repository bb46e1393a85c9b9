import type { Command } from 'commander';
import { addCommands } from '../input/lazy-commands.ts';

/** `inrgate profile …`: merchants and their keys, saved for this user. */
export function register(command: Command): void {
  addCommands(command, [
    { name: 'add', summary: 'save a merchant and its keys', load: () => import('./profile/add.ts') },
    {
      name: 'list',
      summary: 'show what is saved, without the keys',
      load: () => import('./profile/list.ts'),
    },
    {
      name: 'use',
      summary: 'choose the one that is used by default',
      load: () => import('./profile/use.ts'),
    },
    { name: 'remove', summary: 'forget one', load: () => import('./profile/remove.ts') },
  ]);
  command.addHelpText(
    'after',
    '\nExample:\n  $ inrgate profile add shop --base-url https://gateway.example/v3',
  );
}
