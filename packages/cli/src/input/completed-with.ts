import type { Argument, Option } from 'commander';

type Values = 'files' | (() => Promise<readonly string[]> | readonly string[]);

const completion = Symbol('completion');

type Completed = (Option | Argument) & { [completion]?: Values };

export function completedWith<T extends Option | Argument>(target: T, values: Values): T {
  return Object.assign(target, { [completion]: values });
}

export async function valuesOf(target: Completed | undefined): Promise<'files' | readonly string[]> {
  if (target === undefined) return [];
  if (target.argChoices !== undefined) return target.argChoices;
  const values = target[completion] ?? (isFile(target) ? 'files' : () => []);
  return values === 'files' ? values : values();
}

function isFile(target: Option | Argument): boolean {
  return 'flags' in target ? target.flags.endsWith(' <file>') : target.name() === 'file';
}
