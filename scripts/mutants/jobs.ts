import { existsSync, readFileSync } from 'node:fs';

/** Task for the tests. Mutants are named by Stryker's numbers. */
export interface Given {
  /** Absolute. */
  readonly testFiles: readonly string[];
  /** Of their tests, those with a title that this expression finds. */
  readonly titles: string;
  readonly jobs: readonly Job[];
  /** Gets a line of JSON for each job that begins and each that ends, and is touched before each test and file. */
  readonly journal: string;
  /** File with the tests' coverage, for the next process. */
  readonly coverage: string;
}

export type Job = ScoreJob | RuleJob;

/** Whether a test notices a mutant. */
export interface ScoreJob {
  readonly kind: 'score';
  /** The mutant's key. */
  readonly name: string;
  readonly mutant: string;
  /** Mutants in files that are loaded again: the mutant is read at load time. */
  readonly nearFiles: readonly string[];
}

/** Which mutants the tests of a rule notice. */
export interface RuleJob {
  readonly kind: 'rule';
  /** The rule's id. */
  readonly name: string;
  /** The titles that bear it, as they are written, each with the pattern of what comes of it. */
  readonly titles: readonly { readonly title: string; readonly pattern: string }[];
  /** To try first: of each group until one is noticed. */
  readonly groups: readonly (readonly string[])[];
  /** To try last: those in what the test files import. */
  readonly imported: readonly string[];
}

/** Result of a job, or its start. */
export type Line = { readonly name: string } & (
  | { readonly status: 'begun'; readonly pid: number }
  | { readonly status: 'killed'; readonly by: string }
  | { readonly status: 'survived' | 'not reached' }
  /** Of a test, which is left out. */
  | { readonly status: 'fails without a mutant' }
  | RuleLine
);

interface RuleLine {
  readonly status: 'tried';
  /** By title, the mutants that it notices. A title whose tests do not run here is missing. */
  readonly killed: Readonly<Record<string, readonly string[]>>;
  /** Of each group, the mutant that was noticed. */
  readonly groups: readonly (string | null)[];
}

/** The last line about each job, by its name. */
export function linesOf(journal: string): ReadonlyMap<string, Line> {
  if (!existsSync(journal)) return new Map();
  const lines: readonly Line[] = readFileSync(journal, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return new Map(lines.map((line) => [line.name, line]));
}

// `provide` and `inject` of Vitest have it.
declare module 'vitest' {
  interface ProvidedContext {
    given: Given;
  }
}
