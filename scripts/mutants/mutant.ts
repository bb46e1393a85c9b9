import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** A mistake that Stryker does not generate, in code that implements a rule of docs/reference/conformance.md. */
export interface Mutant {
  /** Id of the rule. A test of the rule must find the mistake. */
  readonly id: string;
  /** Path from the root. */
  readonly file: string;
  /** String that occurs once in the file, short enough to survive other changes. */
  readonly replace: string;
  readonly by: string;
  /** Description of the failure, if the two strings do not show it. */
  readonly why?: string;
}

/** Describes each conflict between the mutants and the page in a sentence. */
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

/** Returns the code with the mistake. */
export function mutated(code: string, { replace, by }: Mutant): string {
  return code.replace(replace, () => by);
}
