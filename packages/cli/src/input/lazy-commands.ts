import type { Command } from 'commander';

/** Name, summary, and the module that adds arguments, options, subcommands and the action to a command. */
export type LazyCommand = readonly [
  name: string,
  summary: string,
  load: () => Promise<{ readonly register: (command: Command) => void }>,
];

const load = Symbol('load');

type Loadable = Command & { [load]?: LazyCommand[2] | undefined };

export function addCommands(parent: Command, commands: readonly LazyCommand[]): void {
  for (const [name, summary, module] of commands) {
    Object.assign(parent.command(name).description(summary), { [load]: module });
  }
  // Replace commander's own help command, because it would print the help of a command that is not loaded.
  parent.helpCommand(false).hook('preSubcommand', (_parent, command) => loadCommand(command));
}

export async function loadCommand(command: Loadable): Promise<void> {
  const module = command[load];
  command[load] = undefined;
  (await module?.())?.register(command);
}
