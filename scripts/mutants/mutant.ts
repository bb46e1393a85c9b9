import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../workspace.mjs';

/** A mistake somebody could make in the code that a row of docs/reference/conformance.md speaks of. */
export interface Mutant {
  /** The row, whose tests must notice. */
  readonly id: string;
  /** From the root. */
  readonly file: string;
  /** Text that is in the file once; short, so that other changes leave it alone. */
  readonly replace: string;
  readonly by: string;
  /** What goes wrong, where the two texts do not say it. */
  readonly why?: string;
}

/** All of rows/, in the order of its files. */
export async function allMutants(): Promise<readonly Mutant[]> {
  const files = globSync('rows/*.ts', { cwd: import.meta.dirname }).sort();
  const parts = await Promise.all(
    files.map(
      (file): Promise<{ mutants: readonly Mutant[] }> =>
        import(pathToFileURL(path.join(import.meta.dirname, file)).href),
    ),
  );
  return parts.flatMap(({ mutants }) => mutants);
}

/** What keeps mutants and page from belonging together, each in a sentence. */
export function faultsOf(mutants: readonly Mutant[], ids: readonly string[]): readonly string[] {
  return [
    ...ids.filter((id) => !mutants.some((mutant) => mutant.id === id)).map((id) => `${id} has no mutant`),
    ...mutants.filter(({ id }) => !ids.includes(id)).map(({ id }) => `the page has no ${id}`),
    ...mutants.flatMap((mutant) => {
      const times = timesIn(readFileSync(path.join(root, mutant.file), 'utf8'), mutant);
      return times === 1 ? [] : [`${mutant.id}: ${mutant.file} has this ${times} times: ${mutant.replace}`];
    }),
    ...mutants
      .filter((mutant, at) => mutants.findIndex((one) => isSame(one, mutant)) < at)
      .map(({ id, replace }) => `${id} has this mutant twice: ${replace}`),
  ];
}

function isSame(one: Mutant, other: Mutant): boolean {
  return (['id', 'file', 'replace', 'by'] as const).every((name) => one[name] === other[name]);
}

function timesIn(code: string, { replace }: Mutant): number {
  return code.split(replace).length - 1;
}

/** The code with the mistake in it. */
export function mutated(code: string, { replace, by }: Mutant): string {
  return code.replace(replace, () => by);
}
