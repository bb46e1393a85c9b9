import path from 'node:path';
import type { ViteUserConfig } from 'vitest/config';
import { createVitest, type TestCase, type Vitest } from 'vitest/node';
import { source } from '../../vitest.config.ts';
import { type Mutant, mutated, root } from './mutant.ts';

/** Which tests of a run passed and failed, by their full titles. */
export interface Ran {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** Of test files that could not be loaded, and the like. */
  readonly errors: readonly string[];
}

interface Mutation {
  mutant?: Mutant | undefined;
}

/** A Vitest that is kept from run to run, and puts mutants into the source as it loads it: no file is written. */
export class Bench {
  readonly #vitest: Vitest;
  readonly #mutation: Mutation;
  readonly #tests: TestCase[];

  private constructor(vitest: Vitest, mutation: Mutation, tests: TestCase[]) {
    this.#vitest = vitest;
    this.#mutation = mutation;
    this.#tests = tests;
  }

  static async open(): Promise<Bench> {
    const mutation: Mutation = {};
    const tests: TestCase[] = [];
    const reporters = [{ onTestCaseResult: (test: TestCase) => void tests.push(test) }];
    // A transformed file kept on disk would be read again instead of the mutant.
    const options = {
      config: false,
      root,
      watch: false,
      maxWorkers: 1,
      bail: 1,
      fsModuleCache: false,
    } as const;
    const vitest = await createVitest({ ...options, reporters }, { test: { projects: projects(mutation) } });
    return new Bench(vitest, mutation, tests);
  }

  /** Ends at the first test that fails. @param files test files, from the root */
  async run(files: readonly string[], titles: RegExp, mutant?: Mutant): Promise<Ran> {
    this.#change(mutant);
    this.#tests.length = 0;
    this.#vitest.setGlobalTestNamePattern(titles);
    const specifications = await this.#vitest.globTestSpecifications([...files]);
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(specifications);
    // Modules of earlier runs are among them.
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

  #change(mutant: Mutant | undefined): void {
    for (const changed of [this.#mutation.mutant, mutant])
      if (changed !== undefined) this.#vitest.invalidateFile(path.join(root, changed.file));
    this.#mutation.mutant = mutant;
  }
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}

function projects(mutation: Mutation): Exclude<NonNullable<ViteUserConfig['test']>['projects'], undefined> {
  return ['sdk', 'mock-gateway'].map((name) => ({
    ...source,
    plugins: [{ name: 'mutant', enforce: 'pre', transform: (code, id) => mutate(code, id, mutation) }],
    test: { name, root: `packages/${name}`, isolate: false, include: ['**/*.test.ts'], testTimeout: 20_000 },
  }));
}

/** @returns nothing for a file that stays as it is */
function mutate(code: string, id: string, { mutant }: Mutation): string | undefined {
  return mutant !== undefined && id === path.join(root, mutant.file) ? mutated(code, mutant) : undefined;
}
