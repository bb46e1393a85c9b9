import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** A mistake that Stryker does not make, put into the code that a row of docs/reference/conformance.md speaks of. */
export interface Mutant {
  /** The row, whose tests must notice. */
  readonly id: string;
  /** From the root. */
  readonly file: string;
  /** Text that occurs once in the file. Keep it short, so that other changes do not touch it. */
  readonly replace: string;
  readonly by: string;
  /** The failure, if the two texts do not show it. */
  readonly why?: string;
}

/** What keeps mutants and page from belonging together, each in a sentence. */
export function issuesOf(mutants: readonly Mutant[], ids: readonly string[]): readonly string[] {
  return [
    ...mutants.filter(({ id }) => !ids.includes(id)).map(({ id }) => `the page has no ${id}`),
    ...mutants.flatMap((mutant) => {
      const times = timesIn(readFileSync(path.join(root, mutant.file), 'utf8'), mutant);
      return times === 1 ? [] : [`${mutant.id}: ${mutant.file} has this ${times} times: ${mutant.replace}`];
    }),
  ];
}

function timesIn(code: string, { replace }: Mutant): number {
  return code.split(replace).length - 1;
}

/** The code with the mistake in it. */
export function mutated(code: string, { replace, by }: Mutant): string {
  return code.replace(replace, () => by);
}
