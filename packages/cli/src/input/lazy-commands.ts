import type { Command } from 'commander';

/** Adds a command's arguments, options, subcommands and work to the empty command of its name. */
interface CommandModule {
  readonly register: (command: Command) => void;
}

/** A command that is loaded when it is called. */
export interface LazyCommand {
  readonly name: string;
  /** One line of the help. */
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

const load = Symbol('load');

/** A command that may not be loaded yet; it carries itself what loads it. */
type Loadable = Command & { [load]?: LazyCommand['load'] | undefined };

/** Subcommands that are loaded when they are called, so that nothing waits for the others. */
export function addCommands(parent: Command, commands: readonly LazyCommand[]): void {
  for (const { name, summary, load: module } of commands) {
    Object.assign(parent.command(name).description(summary), { [load]: module });
  }
  // Commander's own would print the help of a command that is not loaded.
  parent.helpCommand(false).hook('preSubcommand', (_parent, command) => loadCommand(command));
}

/** Gives a command its arguments, options and work, unless it has them. */
export async function loadCommand(command: Loadable): Promise<void> {
  const module = command[load];
  command[load] = undefined;
  (await module?.())?.register(command);
}
