import { AsyncLocalStorage } from 'node:async_hooks';
import { draws } from '../draws.ts';

/**
 * Real functions, saved before the gateway's modules load. Between two steps, all work that waits for nothing must end.
 */
const real = {
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  clearTimeout: globalThis.clearTimeout,
  clearInterval: globalThis.clearInterval,
  setImmediate: globalThis.setImmediate,
};

/** Process to which the running code belongs: a gateway, or the shared backend. */
const running = new AsyncLocalStorage<Running>();

interface Running {
  readonly process: Process;
  /** True if a timer that repeats started the code. */
  readonly isRegular: boolean;
}

/** A gateway's process on its own machine. */
export class Process {
  readonly name: string;
  state: 'up' | 'stalled' | 'dead' = 'up';
  /**
   * Real times at which the process stalled, woke, crashed or received a stop signal. Another gateway may then have
   * taken over its work.
   */
  readonly disruptedAt: number[] = [];

  constructor(name: string) {
    this.name = name;
  }
}

/** A future event. */
interface Coming {
  readonly name: string;
  /** Process that must run so the event can happen, or null. */
  process: Process | null;
  /** Earliest and latest real milliseconds of the event. */
  readonly earliest: number;
  readonly latest: number;
  readonly happen: () => void;
  /** Events of the same line keep their order. */
  readonly line: object | null;
  readonly isRegular: boolean;
}

export interface Timing {
  readonly isRegular?: boolean;
  readonly process?: Process | null;
  /** Real milliseconds from now until the event. */
  readonly after?: number;
  readonly within?: number;
  readonly line?: object | null;
}

class SimulatedTimer {
  coming: Coming | null = null;
  unref(): this {
    return this;
  }
  ref(): this {
    return this;
  }
}

/**
 * Simulated machines and simulated time. Each step runs one random event. The seed selects the next event, and the
 * times of responses, notifications and timers.
 */
export class World {
  readonly draw: (limit: number) => number;
  now = Date.UTC(2026, 10, 20, 9, 34, 5);
  /** Names of the events so far, to analyse a failure. */
  readonly trace: string[] = [];
  steps = 0;
  #coming: Coming[] = [];
  #broken: Error | null = null;
  #stalledMs = 0;

  constructor(seed: number) {
    this.draw = draws(seed);
  }

  /**
   * Maximum delay of a message in milliseconds, through ten calls or a stall. It is also the maximum lead of a clock
   * that showed a time before it could learn of a freeze.
   */
  get latenessMs(): number {
    return 10_000 + this.#stalledMs;
  }

  one<T>(of: readonly T[]): T {
    const drawn = of[this.draw(of.length)];
    if (drawn === undefined) throw new Error('there is none to draw');
    return drawn;
  }

  chance(percent: number): boolean {
    return this.draw(100) < percent;
  }

  /** Schedules one event at a random time. */
  soon(name: string, happen: () => void, timing: Timing = {}): void {
    this.#add(name, happen, timing);
  }

  #add(name: string, happen: () => void, timing: Timing): Coming {
    const { process = null, after = 0, within = 0, line = null, isRegular = false } = timing;
    const earliest = this.now + after;
    const coming = { name, process, earliest, latest: earliest + within, happen, line, isRegular };
    this.#coming.push(coming);
    return coming;
  }

  /** True if a poll that repeats started the running code. */
  get isRegular(): boolean {
    return running.getStore()?.isRegular === true;
  }

  within<T>(process: Process, work: () => T): T {
    return running.run({ process, isRegular: false }, work);
  }

  /** Records a violation, because a handler may hide the first error. */
  broken(what: string): Error {
    const error = new Error(what);
    this.#broken ??= error;
    return error;
  }

  note(text: string): void {
    this.trace.push(`${this.now % 10_000_000} ${text}`);
  }

  /** Delays all events of the process until the stall has ended. */
  stall(process: Process, ms: number): void {
    process.state = 'stalled';
    this.#stalledMs += ms;
    process.disruptedAt.push(this.now);
    this.note(`${process.name} stalls for ${ms} ms`);
    this.soon(
      'wakes',
      () => {
        if (process.state !== 'stalled') return;
        process.state = 'up';
        process.disruptedAt.push(this.now);
      },
      { after: ms },
    );
  }

  /** Removes all events of the process, except calls that have already left the machine. */
  crash(process: Process): void {
    process.state = 'dead';
    process.disruptedAt.push(this.now);
    this.note(`${process.name} crashes`);
    const asked = this.#coming.filter((coming) => coming.process === process && coming.line === process);
    const sent = new Set(asked.slice(0, this.draw(asked.length + 1)));
    for (const coming of sent) coming.process = null;
    this.#coming = this.#coming.filter((coming) => coming.process !== process);
  }

  /** Runs steps until the work has ended. */
  async until(work: Promise<unknown>): Promise<void> {
    let ended = false;
    const end = () => {
      ended = true;
    };
    work.then(end, end);
    await this.whileNot(() => ended);
  }

  async whileNot(isDone: () => boolean, mostMs = 3_600_000): Promise<void> {
    const limit = this.now + mostMs;
    for (await quiet(); !isDone(); ) {
      if (this.now > limit) throw new Error(`nothing came of it in ${mostMs} ms`);
      if (!(await this.step())) throw new Error('every process waits and no event is left');
    }
  }

  /** Runs one event, or advances time to the next event. Returns false if no event is left. */
  async step(): Promise<boolean> {
    const possible: Coming[] = [];
    const lines = new Set<object>();
    let next = Number.POSITIVE_INFINITY;
    let bound = Number.POSITIVE_INFINITY;
    for (const coming of this.#coming) {
      if (coming.process !== null && coming.process.state !== 'up') continue;
      if (coming.line !== null) {
        if (lines.has(coming.line)) continue;
        lines.add(coming.line);
      }
      if (coming.earliest > this.now) next = Math.min(next, coming.earliest);
      else {
        possible.push(coming);
        bound = Math.min(bound, coming.latest);
      }
    }
    const until = Math.min(next, bound);
    if (possible.length === 0 || (until > this.now && this.draw(6) === 0)) {
      if (until === Number.POSITIVE_INFINITY) return false;
      this.now = possible.length === 0 ? until : this.now + 1 + this.draw(until - this.now);
      return true;
    }
    const drawn = this.one(possible);
    this.#coming.splice(this.#coming.indexOf(drawn), 1);
    this.steps += 1;
    this.note(`${drawn.process?.name ?? '-'} ${drawn.name}`);
    if (drawn.process === null) drawn.happen();
    else running.run({ process: drawn.process, isRegular: drawn.isRegular }, drawn.happen);
    await quiet();
    if (this.#broken !== null) throw this.#broken;
    return true;
  }

  /** Replaces the timers that simulated processes use with the timers of this world. */
  install(): () => void {
    const set = (work: () => void, ms: number, again: boolean): SimulatedTimer => {
      const timer = new SimulatedTimer();
      const process = running.getStore()?.process ?? null;
      const arm = () => {
        const happen = () => {
          timer.coming = null;
          if (again) arm();
          work();
        };
        const timing = { process, after: Math.max(1, ms), within: 500, isRegular: again };
        timer.coming = this.#add(`timer ${ms}`, happen, timing);
      };
      arm();
      return timer;
    };
    const clear = (timer: unknown) => {
      if (!(timer instanceof SimulatedTimer)) return real.clearTimeout(timer as NodeJS.Timeout);
      const { coming } = timer;
      if (coming !== null) this.#coming = this.#coming.filter((other) => other !== coming);
      timer.coming = null;
    };
    Object.assign(current, { set, clear });
    return () => Object.assign(current, { set: null, clear: null });
  }
}

const current: {
  set: ((work: () => void, ms: number, again: boolean) => unknown) | null;
  clear: ((timer: unknown) => void) | null;
} = { set: null, clear: null };

function quiet(): Promise<void> {
  return new Promise((resolve) => real.setImmediate(resolve));
}

/**
 * Lets simulated processes use the timers of their world. Call it before the gateway's modules load, because some
 * modules save the timers.
 */
export function simulateTimers(): void {
  const isSimulated = () => current.set !== null && running.getStore() !== undefined;
  const timer =
    (usual: typeof real.setTimeout | typeof real.setInterval, again: boolean) =>
    (work: (...rest: unknown[]) => void, ms = 0, ...rest: unknown[]) =>
      isSimulated()
        ? current.set?.(() => work(...rest), ms, again)
        : (usual as (...all: unknown[]) => unknown)(work, ms, ...rest);
  const clear = (given: unknown) =>
    current.clear === null ? real.clearTimeout(given as NodeJS.Timeout) : current.clear(given);
  Object.assign(globalThis, {
    setTimeout: timer(real.setTimeout, false),
    setInterval: timer(real.setInterval, true),
    clearTimeout: clear,
    clearInterval: clear,
    // The store commits at the end of a turn of the event loop, which is one step of this world.
    setImmediate: (work: (...rest: unknown[]) => void, ...rest: unknown[]) =>
      current.set === null ? real.setImmediate(work, ...rest) : queueMicrotask(() => work(...rest)),
  });
}
