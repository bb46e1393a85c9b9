import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredClock } from '../store/change.ts';
import { GatewayClock } from './gateway-clock.ts';
import { nextTurn } from './real-time.ts';
import { type DueSource, Timers, type TimersOptions } from './timers.ts';

const t0 = 1_795_167_245_000;
const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: t0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets the rounds of the timers end, which take turns of the real event loop. */
async function rounds(turns = 20): Promise<void> {
  for (let left = turns; left > 0; left--) await nextTurn();
}

/** Advances the fake timers and lets the due work end. */
async function pass(ms: number): Promise<void> {
  await rounds();
  await vi.advanceTimersByTimeAsync(ms);
  await rounds();
}

/** A store of the clock whose commits end at the end of the turn. */
class ClockStore {
  readonly saved: StoredClock[] = [];
  /** Failure of the commits. */
  failure: Error | null = null;
  #open: Promise<void> | null = null;

  write<T>(work: () => T): T {
    const result = work();
    this.#open ??= nextTurn().then(() => {
      this.#open = null;
      if (this.failure !== null) throw this.failure;
    });
    this.#open.catch(() => {});
    return result;
  }

  putClock(clock: StoredClock): void {
    this.saved.push(clock);
  }

  onDisk(): Promise<void> {
    return this.#open ?? Promise.resolve();
  }
}

/** Runs actions at their instants, `batch` of them in one turn. */
class DueQueue implements DueSource {
  readonly done: [name: string, at: number][] = [];
  readonly #due: { readonly name: string; readonly at: number }[] = [];
  readonly #clock: GatewayClock;
  readonly #effect: (name: string) => Promise<void> | void;
  readonly #batch: number;
  #running: Promise<void>[] = [];

  constructor(
    clock: GatewayClock,
    effect: (name: string) => Promise<void> | void = () => {},
    batch = Number.POSITIVE_INFINITY,
  ) {
    this.#clock = clock;
    this.#effect = effect;
    this.#batch = batch;
  }

  add(name: string, at: number): void {
    this.#due.push({ name, at });
    this.#due.sort((a, b) => a.at - b.at);
  }

  nextDue(after = Number.NEGATIVE_INFINITY): number | null {
    return this.#due.find(({ at }) => at > after)?.at ?? null;
  }

  startDue(now: number): boolean {
    const due = this.#due.filter(({ at }) => at <= now).slice(0, this.#batch);
    this.#due.splice(0, due.length);
    for (const { name } of due) {
      this.done.push([name, this.#clock.now()]);
      const running = this.#effect(name);
      if (running !== undefined) this.#running.push(running);
    }
    return due.length === this.#batch;
  }

  async runDue(): Promise<void> {
    await Promise.all(this.#running.splice(0));
  }
}

function timersOf(sources: readonly DueSource[], options: Partial<TimersOptions> = {}) {
  const errors: unknown[] = [];
  const store = new ClockStore();
  const clock = options.clock ?? new GatewayClock();
  const onError = (error: unknown) => errors.push(error);
  const timers = new Timers({ clock, store, sources, onError, ...options });
  return { timers, errors, store, saved: store.saved };
}

function setUp(effect?: (name: string) => Promise<void> | void) {
  const clock = new GatewayClock();
  const queue = new DueQueue(clock, effect);
  const made = timersOf([queue], { clock });
  made.timers.start();
  return { clock, queue, ...made };
}

/** A source without work, which counts its starts. */
function idle(startDue: (now: number) => boolean = () => false) {
  return { nextDue: () => null, startDue: vi.fn(startDue) };
}

describe('advance of the clock', () => {
  it('an advance runs all due work in the order of the due times', async () => {
    const ended: string[] = [];
    const { clock, queue, timers } = setUp(async (name) => {
      await rounds(1);
      ended.push(name);
    });
    clock.freeze();
    queue.add('second', t0 + 5 * minute);
    queue.add('first', t0 + minute);
    queue.add('last', t0 + 10 * minute);
    queue.add('too late', t0 + 10 * minute + 1);
    await timers.advance(10 * minute);
    expect(queue.done).toEqual([
      ['first', t0 + minute],
      ['second', t0 + 5 * minute],
      ['last', t0 + 10 * minute],
    ]);
    expect(ended).toEqual(['first', 'second', 'last']);
    expect([clock.now(), clock.mode]).toEqual([t0 + 10 * minute, 'frozen']);
  });

  it('an advance runs work that is caused during the advance, even at the same instant', async () => {
    const { clock, queue, timers } = setUp((name) => {
      if (name === 'expiry') queue.add('callback', t0 + minute);
      if (name === 'callback') queue.add('retry', t0 + 2 * minute);
    });
    clock.freeze();
    queue.add('expiry', t0 + minute);
    await timers.advance(3 * minute);
    expect(queue.done).toEqual([
      ['expiry', t0 + minute],
      ['callback', t0 + minute],
      ['retry', t0 + 2 * minute],
    ]);
  });

  it('an advance first runs the work that was due before the advance', async () => {
    const { clock, queue, timers } = setUp();
    clock.freeze();
    queue.add('overdue', t0 - minute);
    await timers.advance(minute);
    expect(queue.done).toEqual([['overdue', t0]]);
  });

  it('an advance holds a running clock and releases it at exactly the target', async () => {
    const { clock, queue, timers } = setUp(async () => {
      expect(vi.getTimerCount()).toBe(0);
      // A receiver hangs for eight real seconds.
      await vi.advanceTimersByTimeAsync(8_000);
    });
    queue.add('slow', t0 + minute);
    queue.add('later', t0 + 31 * minute + 5);
    await rounds();
    await timers.advance(31 * minute);
    expect(queue.done).toEqual([['slow', t0 + minute]]);
    expect([clock.now(), clock.mode]).toEqual([t0 + 31 * minute, 'running']);
    await pass(5);
    expect(queue.done.at(-1)).toEqual(['later', t0 + 31 * minute + 5]);
  });

  it('advances of several callers run in sequence', async () => {
    const { clock, queue, timers } = setUp();
    clock.freeze();
    queue.add('a', t0 + minute);
    queue.add('b', t0 + 2 * minute);
    await Promise.all([timers.advance(minute), timers.advance(minute), timers.freeze()]);
    expect(queue.done).toEqual([
      ['a', t0 + minute],
      ['b', t0 + 2 * minute],
    ]);
    expect(clock.now()).toBe(t0 + 2 * minute);
  });

  it('an advance stores its target before the clock moves', async () => {
    const { clock, queue, timers, saved } = setUp(() => {
      expect(saved).toEqual([{ offset: 2 * minute, frozenAt: t0 + 2 * minute }]);
    });
    clock.freeze();
    queue.add('a', t0 + minute);
    await timers.advance(2 * minute);
    expect(queue.done).toHaveLength(1);
  });

  it('a move whose target the store cannot store fails before its first step', async () => {
    const { clock, queue, timers, store } = setUp();
    queue.add('a', t0 + minute);
    store.failure = new Error('disk full');
    for (const move of [
      () => timers.advance(2 * minute),
      () => timers.freeze(),
      () => timers.freeze(t0 + minute),
      () => timers.resume(),
    ])
      await expect(move()).rejects.toThrow('disk full');
    expect([clock.now(), clock.mode, queue.done]).toEqual([t0, 'running', []]);
    store.failure = null;
    await timers.advance(2 * minute);
    expect(queue.done).toHaveLength(1);
  });

  it('a move to an earlier instant leaves the clock unchanged', async () => {
    const { clock, timers } = setUp();
    await timers.advanceTo(t0 - minute);
    expect(clock.now()).toBe(t0);
    await timers.advanceTo(t0 + minute);
    expect(clock.now()).toBe(t0 + minute);
  });

  it.each([-1, 0.5, Number.NaN])(
    'the timers reject an advance by %d and does not move the clock',
    async (ms) => {
      const { clock, timers, saved } = setUp();
      clock.freeze();
      await expect(timers.advance(ms)).rejects.toMatchObject({ name: 'ClockError' });
      expect([clock.now(), saved]).toEqual([t0, []]);
      await timers.advance(1);
      expect(clock.now()).toBe(t0 + 1);
    },
  );

  it('an advance fails and releases the clock if a source constantly causes new work', async () => {
    const clock = new GatewayClock();
    const endless = { nextDue: () => t0, startDue: () => false, runDue: vi.fn(async () => {}) };
    const { timers } = timersOf([endless], { clock });
    timers.start();
    clock.freeze();
    await expect(timers.advance(minute)).rejects.toThrow('still create new timers after 1000 rounds');
    expect(endless.runDue).toHaveBeenCalledTimes(1_000);
    clock.resume();
    expect(clock.isTicking).toBe(true);
  });

  it('an advance fails with the error of a failing source', async () => {
    const { clock, queue, timers } = setUp(() => {
      throw new Error('disk full');
    });
    clock.freeze();
    queue.add('a', t0 + minute);
    await expect(timers.advance(3 * minute)).rejects.toThrow('disk full');
    await timers.advance(minute);
    expect(clock.now()).toBe(t0 + 2 * minute);
  });

  it('an advance fails if the store cannot store the work of an instant', async () => {
    const { clock, queue, timers, store } = setUp((name) => {
      store.failure = new Error('disk full');
      store.write(() => {});
      // Nothing was stored, so the work is still due.
      queue.add(name, clock.now());
    });
    clock.freeze();
    queue.add('a', t0 + minute);
    queue.add('b', t0 + 2 * minute);
    await expect(timers.advance(3 * minute)).rejects.toThrow('disk full');
    expect(queue.done.every(([name, at]) => name === 'a' && at === t0 + minute)).toBe(true);
  });

  it('an advance that fails stores the instant that it has reached', async () => {
    const { clock, queue, timers, saved } = setUp(() => {
      throw new Error('disk full');
    });
    clock.freeze();
    queue.add('a', t0 + minute);
    await expect(timers.advance(3 * minute)).rejects.toThrow('disk full');
    expect(saved.map(({ frozenAt }) => frozenAt)).toEqual([t0 + 3 * minute, t0 + minute]);
  });

  it('an advance continues after a turn that another request has rolled back', async () => {
    const { clock, queue, timers, store } = setUp((name) => {
      if (name !== 'a') return;
      store.failure = new Error('another request failed');
      store.write(() => {});
      void rounds(1).then(() => {
        store.failure = null;
      });
    });
    clock.freeze();
    for (const [at, name] of ['a', 'b'].entries()) queue.add(name, t0 + (at + 1) * minute);
    await timers.advance(3 * minute);
    expect(clock.now()).toBe(t0 + 3 * minute);
  });
});

describe('freeze and resume [contract:control.clock]', () => {
  it('a freeze at a later instant first runs all work that is due by then', async () => {
    const { clock, queue, timers, saved } = setUp();
    queue.add('a', t0 + minute);
    await timers.freeze(t0 + 2 * minute);
    expect(queue.done).toEqual([['a', t0 + minute]]);
    expect([clock.now(), clock.mode]).toEqual([t0 + 2 * minute, 'frozen']);
    expect(saved).toEqual([{ offset: 2 * minute, frozenAt: t0 + 2 * minute }]);
    await expect(timers.freeze(t0)).rejects.toMatchObject({ code: 'clock_backwards' });
  });

  it('a frozen clock starts no timed work', async () => {
    const { clock, queue, timers, saved } = setUp();
    queue.add('a', t0 + minute);
    await rounds();
    await timers.freeze();
    timers.wake(t0 + minute);
    expect(vi.getTimerCount()).toBe(0);
    await pass(10 * minute);
    expect(queue.done).toEqual([]);
    await timers.resume();
    expect(clock.now()).toBe(t0);
    await pass(minute);
    expect(queue.done).toEqual([['a', t0 + minute]]);
    expect(saved).toEqual([
      { offset: 0, frozenAt: t0 },
      { offset: -10 * minute, frozenAt: null },
    ]);
  });
});

describe('abort of the timers', () => {
  const message = 'the gateway was closed or reset before the clock move ended';
  const clockStopped = expect.objectContaining({ code: 'clock_stopped', message });

  it('an abort cancels each clock move that was requested before', async () => {
    const { clock, queue, timers, saved } = setUp(() => timers.abort());
    clock.freeze();
    queue.add('a', t0 + minute);
    queue.add('b', t0 + minute + 1);
    const requested = [
      timers.advance(2 * minute),
      timers.advance(minute),
      timers.freeze(t0 + 3 * minute),
      timers.freeze(),
      timers.resume(),
      timers.advanceToNext(),
    ];
    for (const move of requested) await expect(move).rejects.toEqual(clockStopped);
    expect(saved).toEqual([{ offset: 2 * minute, frozenAt: t0 + 2 * minute }]);
    expect(queue.done).toEqual([['a', t0 + minute]]);
    expect([clock.now(), clock.isTicking]).toEqual([t0 + minute, false]);
    await expect(timers.advance(1)).rejects.toEqual(clockStopped);
  });

  it('a clock move after a reset neither waits for an earlier move nor is changed by it', async () => {
    let end = () => {};
    const hung = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { clock, queue, timers } = setUp((name) => (name === 'hung' ? hung : undefined));
    clock.freeze();
    queue.add('hung', t0 + minute);
    queue.add('never', t0 + 2 * minute);
    const before = expect(timers.advance(10 * minute)).rejects.toEqual(clockStopped);
    await rounds();
    expect(clock.now()).toBe(t0 + minute);
    timers.abort();
    clock.begin({ offset: 0, frozenAt: null });
    timers.start();
    expect([clock.now(), clock.isTicking]).toEqual([t0, true]);
    await timers.advance(1_000);
    expect([clock.now(), clock.mode]).toEqual([t0 + 1_000, 'running']);
    end();
    await before;
    expect([clock.now(), clock.mode, clock.isTicking]).toEqual([t0 + 1_000, 'running', true]);
    expect(queue.done).toEqual([['hung', t0 + minute]]);
  });

  it('an abort without a new beginning of the clock releases the clock', async () => {
    const { clock, queue, timers } = setUp(() => new Promise<void>(() => {}));
    queue.add('hung', t0 + minute);
    timers.advance(2 * minute).catch(() => {});
    await rounds();
    timers.abort();
    expect([clock.now(), clock.isTicking]).toEqual([t0 + minute, true]);
    timers.start();
    await timers.freeze();
    expect(clock.mode).toBe('frozen');
  });

  it('the timers run no work after an abort', async () => {
    const { queue, timers } = setUp();
    queue.add('a', t0 + 5);
    await rounds();
    timers.abort();
    expect(vi.getTimerCount()).toBe(0);
    timers.start();
    timers.abort();
    await rounds();
    expect(vi.getTimerCount()).toBe(0);
    queue.add('b', t0);
    timers.wake(t0);
    timers.wake(t0 + 5);
    await pass(minute);
    expect(queue.done).toEqual([]);
  });

  it('after an abort, neither the rest of a round nor a retry of a failed source runs', async () => {
    const endless = idle(() => {
      stopped.timers.abort();
      return true;
    });
    const stopped = timersOf([endless]);
    stopped.timers.start();
    const failing = idle(() => {
      throw new Error('disk full');
    });
    const failed = timersOf([failing]);
    failed.timers.start();
    await rounds();
    failed.timers.abort();
    await pass(minute);
    expect(endless.startDue).toHaveBeenCalledOnce();
    expect(failing.startDue).toHaveBeenCalledOnce();
  });
});

describe('timers of a running clock', () => {
  it('the timers run due work at its instant, with one timer', async () => {
    const { queue, timers } = setUp();
    const { setTimeout } = globalThis;
    const set = vi.fn(setTimeout);
    // Set the timers directly, because a spy would restore the fake timers after they have ended.
    Object.assign(globalThis, { setTimeout: set });
    await rounds();
    for (const seconds of [3, 1, 2]) {
      queue.add(`${seconds}`, t0 + seconds * 1_000);
      timers.wake(t0 + seconds * 1_000);
    }
    Object.assign(globalThis, { setTimeout });
    expect(vi.getTimerCount()).toBe(1);
    // The timer does not keep the process alive.
    expect(set.mock.results.at(-1)?.value.hasRef()).toBe(false);
    for (let seconds = 0; seconds < 3; seconds++) await pass(1_000);
    expect(queue.done).toEqual([
      ['1', t0 + 1_000],
      ['2', t0 + 2_000],
      ['3', t0 + 3_000],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('the timers run overdue work at the start', async () => {
    const clock = new GatewayClock();
    const queue = new DueQueue(clock);
    queue.add('old', t0 - minute);
    const { timers } = timersOf([queue], { clock });
    timers.wake();
    await pass(minute);
    expect(queue.done).toEqual([]);
    timers.start();
    await rounds();
    expect(queue.done).toEqual([['old', t0 + minute]]);
  });

  it('the timers wake up for work that is months ahead', async () => {
    const { queue, timers } = setUp();
    const at = t0 + 60 * 86_400_000;
    queue.add('far', at);
    await rounds();
    timers.wake(at);
    // The timer fires every hour at least.
    for (let hours = 0; hours < 60 * 24; hours++) {
      await vi.advanceTimersByTimeAsync(3_600_000);
      await rounds(4);
    }
    expect(queue.done).toEqual([['far', at]]);
  });

  it.each(['running', 'frozen'])(
    'the timers report a failing source and retries the source after a second of a %s clock',
    async (mode) => {
      let broken = true;
      const { queue, clock, timers, errors } = setUp(() => {
        if (!broken) return;
        queue.add('a', t0 + 1);
        throw new Error('disk full');
      });
      await rounds();
      if (mode === 'frozen') clock.freeze(t0 + 1);
      queue.add('a', t0 + 1);
      timers.wake(t0 + 1);
      await pass(1);
      expect([errors.length, queue.done.length]).toEqual([1, 1]);
      broken = false;
      timers.wake();
      await pass(997);
      expect(queue.done).toHaveLength(1);
      await pass(3);
      expect([errors.length, queue.done.length]).toEqual([1, 2]);
    },
  );

  it('a failing source delays no other source', async () => {
    const clock = new GatewayClock();
    const queue = new DueQueue(clock);
    const failing = {
      nextDue: () => t0,
      startDue: () => {
        throw new Error('it failed');
      },
    };
    const { timers, errors } = timersOf([failing, queue], { clock });
    timers.start();
    await rounds();
    queue.add('a', t0 + 5);
    timers.wake(t0 + 5);
    await pass(5);
    expect(queue.done).toEqual([['a', t0 + 5]]);
    expect(errors).toEqual([new Error('it failed')]);
  });

  it('the timers wait a second after a failed commit of due work, however often work is reported', async () => {
    const clock = new GatewayClock();
    const { timers, errors, store } = timersOf(
      [
        {
          nextDue: () => t0,
          startDue: () => {
            store.write(() => {});
            starts += 1;
            return false;
          },
        },
      ],
      { clock },
    );
    let starts = 0;
    store.failure = new Error('disk full');
    timers.start();
    for (let reports = 0; reports < 100; reports++) {
      timers.wake();
      await rounds(1);
    }
    expect([starts, errors]).toEqual([1, [new Error('disk full')]]);
    await pass(1_000);
    expect(starts).toBe(2);
  });

  it('the timers wait a second if a source does not do the work that it reports as due', async () => {
    const stuck = { nextDue: () => t0, startDue: vi.fn(() => false) };
    const { timers } = timersOf([stuck]);
    timers.start();
    await pass(999);
    expect(stuck.startDue).toHaveBeenCalledOnce();
    await pass(1);
    expect(stuck.startDue).toHaveBeenCalledTimes(2);
  });

  it('the timers start due work without waiting for the end of other work', async () => {
    const clock = new GatewayClock();
    const slow = {
      nextDue: (after = 0) => (after < t0 ? t0 : null),
      runDue: () => new Promise<void>(() => {}),
      startDue: vi.fn(() => false),
    };
    const queue = new DueQueue(clock);
    queue.add('a', t0 + 5);
    const { timers } = timersOf([slow, queue], { clock });
    expect(timers.nextDue()).toBe(t0);
    timers.start();
    await pass(5);
    expect(slow.startDue).toHaveBeenCalledWith(t0);
    expect(queue.done).toEqual([['a', t0 + 5]]);
  });

  it('the timers start all sources again, in order, until no source has remaining work [contract:serve.expiry]', async () => {
    const started: string[] = [];
    const source = (name: string, times: number): DueSource => ({
      nextDue: () => null,
      startDue: () => {
        started.push(name);
        return started.filter((one) => one === name).length < times;
      },
    });
    const { timers } = timersOf([source('deliveries', 1), source('expiry', 3)]);
    timers.start();
    await rounds();
    expect(started).toEqual(['deliveries', 'expiry', 'deliveries', 'expiry', 'deliveries', 'expiry']);
  });

  it('a call to `wake` starts the new work of a source', async () => {
    const clock = new GatewayClock();
    const queue = new DueQueue(clock);
    let wake: (at: number) => void = () => {};
    const source: DueSource = { ...idle(), onDue: (report) => (wake = report) };
    const { timers } = timersOf([queue, source], { clock });
    timers.start();
    await rounds();
    queue.add('a', t0 + 5);
    wake(t0 + 5);
    await pass(5);
    expect(queue.done).toHaveLength(1);
  });

  it('calls to `wake` in one turn or during a round share the next round', async () => {
    const clock = new GatewayClock();
    const source = idle((now) => {
      if (now === t0) timers.wake(source.startDue.mock.calls.length === 1 ? t0 : t0 + minute);
      return false;
    });
    const { timers } = timersOf([source], { clock });
    clock.freeze();
    timers.start();
    for (let reports = 0; reports < 5; reports++) timers.wake();
    await rounds();
    expect(source.startDue.mock.calls).toEqual([[t0], [t0]]);
    await timers.resume();
    await pass(minute);
    expect(source.startDue.mock.calls).toEqual([[t0], [t0], [t0], [t0 + minute]]);
  });
});

describe('fairness of the timers', () => {
  const count = 1_000;

  it.each(['timer', 'advance'])(
    'much due work of one source delays neither another source nor the event loop (%s)',
    async (by) => {
      const clock = new GatewayClock();
      const many = new DueQueue(clock, undefined, 10);
      const other = new DueQueue(clock, () => void behind.push(many.done.length));
      const behind: number[] = [];
      clock.freeze();
      const { timers } = timersOf([many, other], { clock });
      for (let i = 0; i < count; i++) many.add(`${i}`, t0);
      other.add('one', t0);
      timers.start();
      const done = by === 'advance' ? timers.advance(0) : Promise.resolve();
      const perTurn: number[] = [];
      for (let before = 0; many.done.length < count; before = many.done.length) {
        await nextTurn();
        perTurn.push(many.done.length - before);
      }
      await done;
      expect(behind[0]).toBeLessThanOrEqual(20);
      expect(Math.max(...perTurn)).toBeLessThanOrEqual(20);
    },
  );
});

describe('advance of the clock to the next due time [contract:control.clock]', () => {
  it('an advance to the next due time stops at that time and runs all its work', async () => {
    const { clock, queue, timers, saved } = setUp((name) => {
      if (name === 'first') queue.add('at once', t0 + minute);
    });
    clock.freeze();
    queue.add('first', t0 + minute);
    queue.add('second', t0 + 2 * minute);
    await timers.advanceToNext();
    expect(queue.done).toEqual([
      ['first', t0 + minute],
      ['at once', t0 + minute],
    ]);
    expect([clock.now(), clock.mode]).toEqual([t0 + minute, 'frozen']);
    expect(saved).toHaveLength(1);
    await timers.advanceToNext();
    expect(clock.now()).toBe(t0 + 2 * minute);
  });

  it('an advance to the next due time leaves the clock unchanged if no work is due', async () => {
    const { clock, timers, saved } = setUp();
    clock.freeze();
    await timers.advanceToNext();
    expect([clock.now(), saved]).toEqual([t0, []]);
  });

  it('an advance to the next due time first runs the work that is due now', async () => {
    const { clock, queue, timers } = setUp();
    clock.freeze();
    queue.add('now', t0);
    queue.add('later', t0 + minute);
    await timers.advanceToNext();
    expect(queue.done.map(([name]) => name)).toEqual(['now', 'later']);
  });

  it('an advance to the next due time fails if the timers stop during the advance', async () => {
    const { queue, timers } = setUp(() => timers.abort());
    await rounds();
    queue.add('now', t0);
    await expect(timers.advanceToNext()).rejects.toMatchObject({ code: 'clock_stopped' });
  });
});
