import type { Command } from 'commander';

/** Module that adds arguments, options, subcommands and the action to a command. */
interface CommandModule {
  readonly register: (command: Command) => void;
}

export interface LazyCommand {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

const load = Symbol('load');

type Loadable = Command & { [load]?: LazyCommand['load'] | undefined };

export function addCommands(parent: Command, commands: readonly LazyCommand[]): void {
  for (const { name, summary, load: module } of commands) {
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
