/**
 * Runs inside Vitest, once for a folder: the tests as the code is, to see which mutants each of them reaches, then each
 * mutant with those tests, until one fails. What Stryker's instrumenter made of the sources reads `__stryker__`.
 */
import { appendFileSync, utimesSync } from 'node:fs';
import { inject, it, vi } from 'vitest';
import type { Collected } from './vitest.ts';

/** A mutant by Stryker's number, and the source that it is in. */
interface Mutant {
  readonly id: string;
  readonly fileName: string;
}

/** What `run.mjs` has for us. */
export interface Given {
  /** Absolute. */
  readonly testFiles: readonly string[];
  readonly mutants: readonly Mutant[];
  /** Gets a line of JSON for each that begins and each that ends, and is touched before each test. */
  readonly journal: string;
}

/** What is known of a mutant. */
export interface Line {
  readonly id: string;
  readonly status: 'begun' | 'killed' | 'survived' | 'not reached';
  /** The test that noticed. */
  readonly by?: string;
  /** Who tries it. */
  readonly pid?: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly given: Given;
  }
}

type Hits = Readonly<Record<string, number>>;

/** How often each mutant's place is passed: while files are loaded, and by which test. */
interface Coverage {
  readonly static: Hits;
  readonly perTest: Readonly<Record<string, Hits>>;
}

/** By these the instrumented sources know which mutant is there, and tell where they are passed. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: Coverage;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

interface Test extends Collected {
  readonly id: string;
}

const given = inject('given');
const switches: Switches = {};
Object.assign(globalThis, { __stryker__: switches });
// A gateway with a mistake in it warns of what it meets.
process.removeAllListeners('warning');

/** Of the tests that noticed a source's last mutants, so many are tried first: neighbours die of the same. */
const remembered = 25;
/** More often than as the code is: a loop that does not end. */
const hitFactor = 100;
/** Longer than any test of ours. */
const patienceMs = 30_000;

it('each mutant is tried', { timeout: 24 * 3_600_000 }, async () => {
  const trial = await Trial.open();
  for (const mutant of given.mutants) {
    tell({ id: mutant.id, status: 'begun', pid: process.pid });
    tell({ id: mutant.id, ...(await trial.verdict(mutant)) });
  }
});

/** The tests as they are loaded, with what is known of them. */
class Trial {
  #tests: readonly Test[];
  readonly #durations: ReadonlyMap<string, number>;
  readonly #coverage: Coverage;
  /** By source: the tests that noticed its last mutants, the last one first. */
  readonly #killers = new Map<string, readonly string[]>();

  private constructor(tests: readonly Test[], durations: ReadonlyMap<string, number>, coverage: Coverage) {
    this.#tests = tests;
    this.#durations = durations;
    this.#coverage = coverage;
  }

  static async open(): Promise<Trial> {
    const tests = await load();
    const durations = await unmutated(tests);
    // A copy: it goes on counting.
    return new Trial(
      tests,
      durations,
      structuredClone(switches.mutantCoverage) ?? { static: {}, perTest: {} },
    );
  }

  async verdict({ id, fileName }: Mutant): Promise<Omit<Line, 'id'>> {
    const isReached = this.#reached(id).length > 0;
    const isLoaded = this.#coverage.static[id] !== undefined;
    if (!isReached && !isLoaded) return { status: 'not reached' };
    const by =
      (await this.#killer(id, fileName)) ?? (isLoaded ? await this.#killerAnew(id, fileName) : undefined);
    if (by === undefined) return { status: 'survived' };
    const earlier = this.#killersOf(fileName).filter((one) => one !== by);
    this.#killers.set(fileName, [by, ...earlier].slice(0, remembered));
    return { status: 'killed', by };
  }

  async #killer(id: string, fileName: string): Promise<string | undefined> {
    const noticed = await this.#mutated(id, () => failing(this.#inOrder(this.#reached(id), fileName)));
    if (noticed === undefined || (await passes(noticed))) return noticed?.id;
    // It fails without the mutant too: what a mutant left behind does it. Once more, with nothing left behind.
    this.#tests = await load();
    const again = await this.#mutated(id, () => failing(this.#inOrder(this.#reached(id), fileName)));
    this.#tests = await load();
    return again?.id;
  }

  /** What is computed as a file is loaded is computed with the mutant. */
  async #killerAnew(id: string, fileName: string): Promise<string | undefined> {
    return this.#mutated(id, async () => {
      try {
        const tests = await load();
        if (tests.length !== this.#tests.length) return 'as the tests are described';
        return (await failing(this.#inOrder(tests, fileName)))?.id;
      } catch {
        return 'as the files are loaded';
      }
    });
  }

  async #mutated<T>(id: string, action: () => Promise<T>): Promise<T> {
    const hits = this.#tests.map((test) => this.#coverage.perTest[test.id]?.[id] ?? 0);
    const most = Math.max(100, this.#coverage.static[id] ?? 0, ...hits);
    Object.assign(switches, { activeMutant: id, hitLimit: hitFactor * most });
    try {
      return await action();
    } finally {
      Object.assign(switches, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
    }
  }

  #reached(id: string): readonly Test[] {
    return this.#tests.filter((test) => this.#coverage.perTest[test.id]?.[id] !== undefined);
  }

  #killersOf(fileName: string): readonly string[] {
    return this.#killers.get(fileName) ?? [];
  }

  /** Those that noticed the neighbours first, then the quick ones. */
  #inOrder(tests: readonly Test[], fileName: string): readonly Test[] {
    const first = this.#killersOf(fileName);
    const order = ({ id }: Test) =>
      first.includes(id) ? first.indexOf(id) - remembered : (this.#durations.get(id) ?? 0);
    return tests.toSorted((one, other) => order(one) - order(other));
  }
}

function tell(line: Line): void {
  appendFileSync(given.journal, `${JSON.stringify(line)}\n`);
}

/** Everything anew, `vitest.ts` too. */
async function load(): Promise<readonly Test[]> {
  vi.resetModules();
  const { collect } = await import('./vitest.ts');
  const tests: Test[] = [];
  for (const file of given.testFiles) {
    const ofFile = await collect(() => import(/* @vite-ignore */ file));
    tests.push(...ofFile.map((test, place) => ({ ...test, id: `${file} ${place} ${test.title}` })));
  }
  return tests;
}

/** @returns how long each takes, in ms */
async function unmutated(tests: readonly Test[]): Promise<ReadonlyMap<string, number>> {
  const durations = new Map<string, number>();
  for (const test of tests) {
    const started = performance.now();
    switches.currentTestId = test.id;
    await test.run();
    switches.currentTestId = undefined;
    durations.set(test.id, performance.now() - started);
  }
  return durations;
}

/** The first that fails; undefined when all pass. */
async function failing(tests: readonly Test[]): Promise<Test | undefined> {
  for (const test of tests) {
    switches.hitCount = 0;
    if (!(await passes(test))) return test;
  }
  return undefined;
}

async function passes(test: Test): Promise<boolean> {
  utimesSync(given.journal, new Date(), new Date());
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('it does not end')), patienceMs);
  try {
    await Promise.race([test.run(), promise]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
