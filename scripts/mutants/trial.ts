/**
 * Runs inside Vitest. First runs the tests without a mutant and records which mutants each test reaches. Then runs the
 * jobs in `given`. The instrumented sources read `__stryker__`.
 */
import { appendFileSync, existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { inject, it, vi } from 'vitest';
import { type Line, linesOf, type RuleJob, type ScoreJob } from './jobs.ts';
import { Killers } from './killers.ts';
import type { Collected } from './vitest.ts';

/** Number of times that the code of each mutant ran. */
type Hits = Readonly<Record<string, number>>;

/** Variables that the instrumented sources read, and in which they count. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: { static: Hits; readonly perTest: Record<string, Hits> };
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

interface Test extends Collected {
  readonly id: string;
  readonly file: string;
}

/** Coverage of the tests when no mutant is active. */
interface Coverage {
  readonly reached: ReadonlyMap<string, Int32Array>;
  readonly durations: ReadonlyMap<string, number>;
  /** Mutants whose code runs while a file is loaded. */
  readonly loaded: ReadonlySet<number>;
  /** Maximum number of times that one test runs the code of a mutant, by mutant. */
  readonly hits: ReadonlyMap<number, number>;
}

const given = inject('given');
const wanted = new RegExp(given.titles);
const switches: Switches = {};
Object.assign(globalThis, { __stryker__: switches });
// Remove the handlers, because a gateway with a mistake emits warnings and rejects promises without a handler.
process.removeAllListeners('warning');
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
/** Save the timers, because tests replace them. */
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;

/** Additional cost that a test in a file near the source may have before other tests take precedence. */
const nearer = 100;
/** Maximum duration in milliseconds of the tests for one mutant. After this time, the mutant counts as not found. */
const mostMs = 20_000;
/** Milliseconds above which a test keeps its usual position, even if it found a neighbouring mutant. */
const mostOfFirst = 500;
/** Factor by which the number of runs of a mutant's code must grow to count as an endless loop. */
const hitFactor = 100;
/** Time limit of a test: `ms` milliseconds, plus the usual duration times `times`. */
const patience = { ms: 5000, times: 3 };
const enough = 5;
const mostTries = 80;
/** Maximum number of mutants for which files are loaded again. */
const mostReloads = 4;
/** Maximum number of tests of one title to run with a mutant. */
const mostOfTitle = 4;
const mostOfKnown = 40;
/** Memory in bytes at which the process ends and a new process continues. */
const mostMemory = 4 * 1024 ** 3;

it('the run completes each job', { timeout: 24 * 3_600_000 }, async ({ task }) => {
  const trial = await Trial.open();
  for (const job of given.jobs) {
    if (process.memoryUsage.rss() > mostMemory) break;
    tell({ name: job.name, status: 'begun', pid: process.pid });
    tell(job.kind === 'score' ? await trial.score(job) : await trial.rule(job));
  }
  // Vitest waits for each `expect(…).resolves`. With a mutant, some of them never settle, so replace the list.
  Object.assign(task, { promises: [] });
});

/** The loaded tests with their recorded data. */
class Trial {
  #tests: readonly Test[];
  readonly #coverage: Coverage;
  /** Tests that reach each mutant. */
  readonly #reaching: ReadonlyMap<number, readonly string[]>;
  readonly #killers = new Killers();

  private constructor(tests: readonly Test[], coverage: Coverage) {
    this.#tests = tests;
    this.#coverage = coverage;
    const reaching = new Map<number, string[]>();
    for (const [test, mutants] of coverage.reached)
      for (const mutant of mutants) {
        const those = reaching.get(mutant);
        if (those === undefined) reaching.set(mutant, [test]);
        else those.push(test);
      }
    this.#reaching = reaching;
    for (const line of linesOf(given.journal).values())
      if (line.status === 'killed') this.#remember(line.name, line.by);
  }

  static async open(): Promise<Trial> {
    const tests = await load(given.testFiles);
    return new Trial(tests, await coverageOf(tests));
  }

  async score(job: ScoreJob): Promise<Line> {
    const { name, mutant } = job;
    const isLoaded = this.#coverage.loaded.has(Number(mutant));
    if (!isLoaded && !this.#reaching.has(Number(mutant))) return { name, status: 'not reached' };
    const by = (await this.#killer(job)) ?? (isLoaded ? await this.#killerAnew(job) : undefined);
    if (by === undefined) return { name, status: 'survived' };
    this.#remember(name, by);
    return { name, status: 'killed', by };
  }

  #remember(name: string, by: string): void {
    if ((this.#coverage.durations.get(by) ?? 0) > mostOfFirst) return;
    this.#killers.remember(name, by);
  }

  async #killer(job: ScoreJob): Promise<string | undefined> {
    const { mutant } = job;
    const reaching = new Set(this.#reaching.get(Number(mutant)));
    const first = () => this.#inOrder(reaching, job);
    const noticed = await this.#with(mutant, () => this.#failing(first()));
    if (noticed === undefined || (await this.#passes(noticed))) return noticed?.id;
    // An earlier mutant has left state with which the test always fails, so repeat the test with fresh modules.
    this.#tests = await load(given.testFiles);
    const again = await this.#with(mutant, () => this.#failing(first()));
    this.#tests = await load(given.testFiles);
    return again?.id;
  }

  /** Loads the files again, because the mutant changes code that runs during loading. Then runs the tests. */
  async #killerAnew(job: ScoreJob): Promise<string | undefined> {
    const { mutant, nearFiles: files } = job;
    return this.#loadedWith(mutant, files, async (tests) => {
      if (tests === undefined) return 'as the files are loaded';
      const expected = this.#tests.filter(({ file }) => files.includes(file));
      if (tests.length !== expected.length) return 'as the tests are described';
      const ids = new Set(tests.map(({ id }) => id));
      const anew = new Map(tests.map((test) => [test.id, test]));
      const noticed = await this.#failing(
        this.#inOrder(ids, job)
          .map(({ id }) => anew.get(id))
          .filter((one) => one !== undefined),
      );
      return noticed?.id;
    });
  }

  async rule({ name, titles, known, imported }: RuleJob): Promise<Line> {
    const own = this.#testsByTitle(name, titles);
    const killed = new Map([...own.keys()].map((title) => [title, new Set<string>()]));
    const isEnough = () =>
      [...killed.values()].every(({ size }) => size > 0) &&
      new Set([...killed.values()].flatMap((those) => [...those])).size >= enough;
    for (const mutant of known) await this.#tryKnown(mutant, own, killed);
    let tries = 0;
    for (const mutant of this.#candidates(own)) {
      if (isEnough() || tries >= mostTries) break;
      tries += 1;
      await this.#tryOnRule(String(mutant), own, killed, { anew: false, most: mostOfTitle });
    }
    const fixed = imported.filter((mutant) => this.#coverage.loaded.has(Number(mutant)));
    for (const mutant of spread(fixed, mostReloads)) {
      if (isEnough()) break;
      await this.#tryOnRule(mutant, own, killed, { anew: true, most: mostOfTitle });
    }
    const lists = [...killed].map(([title, those]) => [title, [...those]]);
    return { name, status: 'tried', killed: Object.fromEntries(lists) };
  }

  #testsByTitle(rule: string, titles: RuleJob['titles']): ReadonlyMap<string, readonly Test[]> {
    const own = this.#tests.filter(
      ({ id, titles: those }) =>
        this.#coverage.reached.has(id) && those.some((title) => title.includes(`[${rule}]`)),
    );
    const isOf = (pattern: string) => {
      const expression = new RegExp(pattern);
      return (test: Test) => test.titles.some((title) => expression.test(title));
    };
    const groups = titles.map(({ title, pattern }) => [title, own.filter(isOf(pattern))] as const);
    return new Map(groups.filter(([, tests]) => tests.length > 0));
  }

  /** Tries a mutant that an earlier run found. Loads the files again only if no test reaches the mutant. */
  async #tryKnown(mutant: string, own: ReadonlyMap<string, readonly Test[]>, killed: Killed): Promise<void> {
    const isReached = [...own.values()].flat().some(({ id }) => this.#isReached(id, Number(mutant)));
    if (!isReached && !this.#coverage.loaded.has(Number(mutant))) return;
    await this.#tryOnRule(mutant, own, killed, { anew: !isReached, most: mostOfKnown });
  }

  /**
   * Returns the mutants that the rule's tests reach. Mutants that few other tests reach come first, because they
   * concern the rule most.
   */
  #candidates(own: ReadonlyMap<string, readonly Test[]>): readonly number[] {
    const all = new Set(
      [...own.values()].flat().flatMap(({ id }) => [...(this.#coverage.reached.get(id) ?? [])]),
    );
    const count = (mutant: number) => this.#reaching.get(mutant)?.length ?? 0;
    return [...all].sort((one, other) => count(one) - count(other));
  }

  async #tryOnRule(
    mutant: string,
    own: ReadonlyMap<string, readonly Test[]>,
    killed: Killed,
    { anew, most }: Try,
  ): Promise<void> {
    const inNeed = [...own]
      .map(([title, tests]) => ({ title, tests, found: killed.get(title) ?? new Set<string>() }))
      .filter(({ found }) => found.size < enough)
      .toSorted((one, other) => one.found.size - other.found.size);
    let isNoticed = false;
    for (const { title, tests, found } of inNeed) {
      if (isNoticed && found.size > 0) break;
      const by = anew
        ? await this.#noticedAnew(mutant, tests, most)
        : await this.#noticed(mutant, tests, most);
      if (!by) continue;
      isNoticed = true;
      found.add(mutant);
      killed.set(title, found);
    }
  }

  async #noticed(mutant: string, tests: readonly Test[], most: number): Promise<boolean> {
    const reaching = tests.filter(({ id }) => this.#isReached(id, Number(mutant)));
    const noticed = await this.#with(mutant, () => this.#failing(spread(reaching, most)));
    if (noticed === undefined) return false;
    if (await this.#passes(noticed)) return true;
    this.#tests = await load(given.testFiles);
    return false;
  }

  async #noticedAnew(mutant: string, tests: readonly Test[], most: number): Promise<boolean> {
    const files = [...new Set(tests.map(({ file }) => file))].slice(0, 2);
    return this.#loadedWith(mutant, files, async (anew) => {
      const ids = new Set(tests.map(({ id }) => id));
      const own = (anew ?? []).filter(({ id }) => ids.has(id));
      const noticed = await this.#failing(spread(own, most));
      if (noticed === undefined) return false;
      Object.assign(switches, { activeMutant: undefined });
      const asItIs = this.#tests.find(({ id }) => id === noticed.id);
      return asItIs !== undefined && (await this.#passes(asItIs));
    });
  }

  async #loadedWith<T>(
    mutant: string,
    files: readonly string[],
    action: (tests: readonly Test[] | undefined) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#with(mutant, async () => action(await load(files).catch(() => undefined)));
    } finally {
      vi.resetModules();
    }
  }

  async #with<T>(mutant: string, action: () => Promise<T>): Promise<T> {
    const most = Math.max(100, this.#coverage.hits.get(Number(mutant)) ?? 0);
    Object.assign(switches, { activeMutant: mutant, hitCount: 0, hitLimit: hitFactor * most });
    try {
      return await action();
    } finally {
      Object.assign(switches, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
    }
  }

  #isReached(test: string, mutant: number): boolean {
    return this.#reaching.get(mutant)?.includes(test) ?? false;
  }

  /**
   * Sorts the tests, up to a total of `mostMs`. Tests that found neighbouring mutants come first, followed by near and
   * fast tests that reach few mutants.
   */
  #inOrder(ids: ReadonlySet<string>, { name, nearFiles }: ScoreJob): readonly Test[] {
    const first = this.#killers.of(name);
    const { reached, durations } = this.#coverage;
    let spent = 0;
    const cost = ({ id, file }: Test) =>
      (Math.max(1, durations.get(id) ?? 0) * Math.max(1, reached.get(id)?.length ?? 0)) /
      (nearFiles.includes(file) ? nearer : 1);
    const order = (test: Test) =>
      first.includes(test.id) ? first.indexOf(test.id) - first.length : cost(test);
    return this.#tests
      .filter(({ id }) => ids.has(id) && reached.has(id))
      .sort((one, other) => order(one) - order(other))
      .filter(({ id }) => {
        const isAffordable = spent < mostMs;
        spent += durations.get(id) ?? 0;
        return isAffordable;
      });
  }

  /** Returns the first test that fails, or undefined if all tests pass. */
  async #failing(tests: readonly Test[]): Promise<Test | undefined> {
    for (const test of tests) {
      if (switches.hitCount !== undefined) switches.hitCount = 0;
      if (!(await this.#passes(test))) return test;
    }
    return undefined;
  }

  #passes(test: Test): Promise<boolean> {
    return passes(test, patience.ms + patience.times * (this.#coverage.durations.get(test.id) ?? 0));
  }
}

interface Try {
  readonly anew: boolean;
  readonly most: number;
}

/** Mutants that tests found, by title. */
type Killed = Map<string, Set<string>>;

/** Touches the journal, as a sign of progress. */
function touch(): void {
  utimesSync(given.journal, new Date(), new Date());
}

function tell(line: Line): void {
  appendFileSync(given.journal, `${JSON.stringify(line)}\n`);
}

/** Returns `count` elements that are evenly spread over the list. */
function spread<T>(all: readonly T[], count: number): readonly T[] {
  if (all.length <= count) return all;
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]).filter(
    (one) => one !== undefined,
  );
}

/** Loads all modules again, including `vitest.ts`. */
async function load(files: readonly string[]): Promise<readonly Test[]> {
  vi.resetModules();
  const tests: Test[] = [];
  for (const file of files) {
    touch();
    tests.push(...(await testsOf(file)));
  }
  return tests;
}

async function testsOf(file: string): Promise<readonly Test[]> {
  const { collect } = await import('./vitest.ts');
  const tests = await collect(() => import(/* @vite-ignore */ file));
  return tests
    .map((test, place) => ({ ...test, file, id: `${file} ${place} ${test.titles.join(' > ')}` }))
    .filter(({ titles }) => titles.some((title) => wanted.test(title)));
}

async function coverageOf(tests: readonly Test[]): Promise<Coverage> {
  if (existsSync(given.coverage)) return deserialize(readFileSync(given.coverage));
  const coverage = await unmutated(tests);
  writeFileSync(given.coverage, serialize(coverage));
  return coverage;
}

async function unmutated(tests: readonly Test[]): Promise<Coverage> {
  const durations = new Map<string, number>();
  const reached = new Map<string, Int32Array>();
  const hits = new Map<number, number>();
  const count = (those: Hits) => {
    for (const [mutant, times] of Object.entries(those))
      hits.set(Number(mutant), Math.max(times, hits.get(Number(mutant)) ?? 0));
  };
  // Copy the counters now, so they exclude background work after the test.
  const loaded = structuredClone(switches.mutantCoverage?.static ?? {});
  count(loaded);
  for (const test of tests) {
    const started = performance.now();
    switches.currentTestId = test.id;
    const isPassed = await passes(test, 60_000);
    switches.currentTestId = undefined;
    durations.set(test.id, performance.now() - started);
    const own = switches.mutantCoverage?.perTest[test.id] ?? {};
    if (switches.mutantCoverage !== undefined) {
      delete switches.mutantCoverage.perTest[test.id];
      switches.mutantCoverage.static = {};
    }
    if (!isPassed) tell({ name: test.id, status: 'fails without a mutant' });
    if (!isPassed) continue;
    count(own);
    reached.set(test.id, Int32Array.from(Object.keys(own), Number).sort());
  }
  return { durations, reached, hits, loaded: new Set(Object.keys(loaded).map(Number)) };
}

async function passes(test: Test, limit: number): Promise<boolean> {
  touch();
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = startTimer(() => reject(new Error('it does not end')), limit);
  try {
    await Promise.race([test.run(), promise]);
    return true;
  } catch {
    return false;
  } finally {
    stopTimer(timer);
  }
}
