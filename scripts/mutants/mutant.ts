import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** A mistake that Stryker does not generate, inserted into the code of a row of docs/reference/conformance.md. */
export interface Mutant {
  /** Id of the row. A test of the row must find the mistake. */
  readonly id: string;
  /** Path from the root. */
  readonly file: string;
  /** String that occurs once in the file, short enough to survive other changes. */
  readonly replace: string;
  readonly by: string;
  /** Description of the failure, if the two strings do not show it. */
  readonly why?: string;
}

/** Conflicts between mutants and page, each as a sentence. */
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

/** The code with the mistake. */
export function mutated(code: string, { replace, by }: Mutant): string {
  return code.replace(replace, () => by);
}
