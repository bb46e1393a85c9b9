import type { Command } from 'commander';

/** Adds a command's arguments, options, subcommands and work to the empty command of its name. */
interface CommandModule {
  readonly register: (command: Command) => void;
}

export interface LazyCommand {
  readonly name: string;
  /** One line of the help. */
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

const loads = new WeakMap<Command, LazyCommand['load']>();

/** Subcommands that are loaded when they are called, so that nothing waits for the others. */
export function addCommands(parent: Command, commands: readonly LazyCommand[]): void {
  for (const { name, summary, load } of commands) {
    loads.set(parent.command(name).description(summary), load);
  }
  // Commander's own would print the help of a command that is not loaded.
  parent.helpCommand(false).hook('preSubcommand', (_parent, command) => loadCommand(command));
}

/** Gives a command its arguments, options and work, unless it has them. */
export async function loadCommand(command: Command): Promise<void> {
  const load = loads.get(command);
  loads.delete(command);
  (await load?.())?.register(command);
}
