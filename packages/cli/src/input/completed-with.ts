import type { Argument, Option } from 'commander';

/** Words to choose from, read when they are wanted; or `files`. */
type Values = 'files' | (() => Promise<readonly string[]> | readonly string[]);

const completion = Symbol('completion');

/** An option or argument; it carries itself what it is completed with. */
type Completed = (Option | Argument) & { [completion]?: Values };

/** Says what an option or argument that has no fixed choices is completed with. */
export function completedWith<T extends Option | Argument>(target: T, values: Values): T {
  return Object.assign(target, { [completion]: values });
}

/** What an option's or argument's value is completed with; nothing where nobody can know. */
export async function valuesOf(target: Completed | undefined): Promise<'files' | readonly string[]> {
  if (target === undefined) return [];
  if (target.argChoices !== undefined) return target.argChoices;
  const values = target[completion] ?? (isFile(target) ? 'files' : () => []);
  return values === 'files' ? values : values();
}

/** What is called a file in the help is one. */
function isFile(target: Option | Argument): boolean {
  return 'flags' in target ? target.flags.endsWith(' <file>') : target.name() === 'file';
}
