import path from 'node:path';
import type { ViteUserConfig } from 'vitest/config';
import { createVitest, type TestCase, type Vitest } from 'vitest/node';
import { source } from '../../vitest.config.ts';
import { root } from '../workspace.mjs';
import { type Mutant, mutated } from './mutant.ts';
import { type Suite, withoutOtherSuites } from './test-files.ts';

export interface Ran {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** Errors outside tests. Example: a test file could not be loaded. */
  readonly errors: readonly string[];
}

/** A selection of tests: files and titles. */
export interface Wanted {
  readonly suites: readonly Suite[];
  readonly titles: RegExp;
  readonly mutant?: Mutant;
}

interface Loading {
  wanted?: Wanted;
}

/**
 * A Vitest instance that stays open across runs. It inserts mutants into the source when it loads a file, without
 * writing a file.
 */
export class Bench {
  readonly #vitest: Vitest;
  readonly #loading: Loading;
  readonly #tests: TestCase[];

  private constructor(vitest: Vitest, loading: Loading, tests: TestCase[]) {
    this.#vitest = vitest;
    this.#loading = loading;
    this.#tests = tests;
  }

  static async open(): Promise<Bench> {
    const loading: Loading = {};
    const tests: TestCase[] = [];
    const reporters = [{ onTestCaseResult: (test: TestCase) => void tests.push(test) }];
    // Disable the cache, because a cached file would be loaded instead of the mutant.
    const options = {
      config: false,
      root,
      watch: false,
      maxWorkers: 1,
      bail: 1,
      fsModuleCache: false,
    } as const;
    const vitest = await createVitest({ ...options, reporters }, { test: { projects: projects(loading) } });
    return new Bench(vitest, loading, tests);
  }

  /** Runs the selected tests and ends at the first failure. */
  async run(wanted: Wanted): Promise<Ran> {
    for (const file of [...filesOf(this.#loading.wanted), ...filesOf(wanted)])
      this.#vitest.invalidateFile(path.join(root, file));
    this.#loading.wanted = wanted;
    this.#tests.length = 0;
    this.#vitest.setGlobalTestNamePattern(wanted.titles);
    const specifications = await this.#vitest.globTestSpecifications(
      wanted.suites.flatMap(({ testFiles }) => testFiles),
    );
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(specifications);
    const modules = testModules.filter(({ moduleId }) =>
      specifications.some((one) => one.moduleId === moduleId),
    );
    const titlesThat = (state: string) =>
      this.#tests.filter((test) => test.result().state === state).map(({ fullName }) => fullName);
    const errors = [...modules.flatMap((module) => module.errors()), ...unhandledErrors];
    return {
      passed: titlesThat('passed'),
      failed: titlesThat('failed'),
      errors: errors.map(messageOf),
    };
  }

  close(): Promise<void> {
    return this.#vitest.close();
  }
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}

function projects(loading: Loading): Exclude<NonNullable<ViteUserConfig['test']>['projects'], undefined> {
  return ['sdk', 'conformance', 'mock-gateway', 'cli'].map((name) => ({
    ...source,
    plugins: [{ name: 'mutants', enforce: 'pre', transform: (code, id) => loaded(code, id, loading) }],
    test: {
      name,
      root: `packages/${name}`,
      isolate: false,
      include: ['**/*.test.ts'],
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  }));
}

/** Files that the instance transforms when it loads them. */
function filesOf(wanted: Wanted | undefined): readonly string[] {
  if (wanted === undefined) return [];
  const { suites, mutant } = wanted;
  return [...suites.flatMap(({ files }) => files), ...(mutant === undefined ? [] : [mutant.file])];
}

function loaded(code: string, id: string, { wanted }: Loading): string | undefined {
  const file = path.posix.relative(root, id);
  if (wanted === undefined || !filesOf(wanted).includes(file)) return undefined;
  if (wanted.mutant?.file === file) return mutated(code, wanted.mutant);
  return withoutOtherSuites(
    code,
    file,
    wanted.suites.flatMap(({ files }) => files),
  );
}
