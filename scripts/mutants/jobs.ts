import { existsSync, readFileSync } from 'node:fs';

/** Input of the process that runs the tests, with mutants by Stryker's numbers. */
export interface Given {
  /** Absolute paths of the test files. */
  readonly testFiles: readonly string[];
  /** Regular expression that selects tests by title. */
  readonly titles: string;
  readonly jobs: readonly Job[];
  /**
   * File to which the process writes a line of JSON at the start and at the end of a job. The process touches the file
   * before each test and each file.
   */
  readonly journal: string;
  /** File with the coverage of the tests, for the next process. */
  readonly coverage: string;
}

export type Job = ScoreJob | RuleJob;

/** Job that determines whether a test finds a mutant. */
export interface ScoreJob {
  readonly kind: 'score';
  /** Key of the mutant. */
  readonly name: string;
  readonly mutant: string;
  /** Files near the mutant. They are loaded again if the mutant changes code that runs during loading. */
  readonly nearFiles: readonly string[];
}

/** Job that determines which mutants the tests of a rule find. */
export interface RuleJob {
  readonly kind: 'rule';
  /** The rule's id. */
  readonly name: string;
  /** The titles with the rule's id as written in the source, each with a pattern of the final title. */
  readonly titles: readonly { readonly title: string; readonly pattern: string }[];
  /** Mutants to try first, which an earlier run found. */
  readonly known: readonly string[];
  /** Mutants to try last, in files that the test files import. */
  readonly imported: readonly string[];
}

/** Result of a job, or its start. */
export type Line = { readonly name: string } & (
  | { readonly status: 'begun'; readonly pid: number }
  | { readonly status: 'killed'; readonly by: string }
  | { readonly status: 'survived' | 'not reached' }
  /** Title of a test that fails without a mutant, so it is excluded. */
  | { readonly status: 'fails without a mutant' }
  | RuleLine
);

interface RuleLine {
  readonly status: 'tried';
  /** Mutants that the tests found, by title. A title is missing if its tests do not run. */
  readonly killed: Readonly<Record<string, readonly string[]>>;
}

/** Returns the last line about each job, by the job's name. */
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
