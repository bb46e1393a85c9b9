import { existsSync, readFileSync } from 'node:fs';

/** Task for the tests, with mutants by Stryker's numbers. */
export interface Given {
  /** Absolute paths of the test files. */
  readonly testFiles: readonly string[];
  /** Regular expression that selects tests by title. */
  readonly titles: string;
  readonly jobs: readonly Job[];
  /**
   * File with a line of JSON for each start and end of a job. Its modification time changes before each test and file.
   */
  readonly journal: string;
  /** File with the tests' coverage, for the next process. */
  readonly coverage: string;
}

export type Job = ScoreJob | RuleJob;

/** Job that determines whether a test finds a mutant. */
export interface ScoreJob {
  readonly kind: 'score';
  /** The mutant's key. */
  readonly name: string;
  readonly mutant: string;
  /** Files near the mutant, to load again if the mutant acts at load time. */
  readonly nearFiles: readonly string[];
}

/** Job that determines the mutants that the tests of a rule find. */
export interface RuleJob {
  readonly kind: 'rule';
  /** The rule's id. */
  readonly name: string;
  /** The titles with the rule's id as written, each with a pattern of its final form. */
  readonly titles: readonly { readonly title: string; readonly pattern: string }[];
  /** Groups of mutants to try first, each until a test finds one. */
  readonly groups: readonly (readonly string[])[];
  /** Mutants to try last: those in files that the test files import. */
  readonly imported: readonly string[];
}

/** Result of a job, or its start. */
export type Line = { readonly name: string } & (
  | { readonly status: 'begun'; readonly pid: number }
  | { readonly status: 'killed'; readonly by: string }
  | { readonly status: 'survived' | 'not reached' }
  /** Title of a test that fails without a mutant, and is left out. */
  | { readonly status: 'fails without a mutant' }
  | RuleLine
);

interface RuleLine {
  readonly status: 'tried';
  /** Found mutants by title. A title is missing if its tests do not run. */
  readonly killed: Readonly<Record<string, readonly string[]>>;
  readonly groups: readonly (string | null)[];
}

/** The last line about each job, by name. */
export function linesOf(journal: string): ReadonlyMap<string, Line> {
  if (!existsSync(journal)) return new Map();
  const lines: readonly Line[] = readFileSync(journal, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return new Map(lines.map((line) => [line.name, line]));
}

declare module 'vitest' {
  interface ProvidedContext {
    given: Given;
  }
}
