import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredClock } from '../store/store.ts';
import { GatewayClock } from './gateway-clock.ts';
import { type DueSource, Timetable } from './timetable.ts';

const t0 = 1_795_167_245_000;
const minute = 60_000;
const keep = async () => {};

beforeEach(() => {
  vi.useFakeTimers({ now: t0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs actions at their instants. */
class Agenda implements DueSource {
  readonly done: [name: string, at: number][] = [];
  readonly #due: { readonly name: string; readonly at: number }[] = [];
  readonly #clock: GatewayClock;
  readonly #effect: (name: string) => Promise<void> | void;

  constructor(clock: GatewayClock, effect: (name: string) => Promise<void> | void = () => {}) {
    this.#clock = clock;
    this.#effect = effect;
  }

  add(name: string, at: number): void {
    this.#due.push({ name, at });
    this.#due.sort((a, b) => a.at - b.at);
  }

  async nextDue(after = Number.NEGATIVE_INFINITY): Promise<number | null> {
    return this.#due.find(({ at }) => at > after)?.at ?? null;
  }

  async runDue(now: number): Promise<void> {
    const due = this.#due.filter(({ at }) => at <= now);
    this.#due.splice(0, due.length);
    for (const { name } of due) {
      this.done.push([name, this.#clock.now()]);
      await this.#effect(name);
    }
  }
}

function setUp(effect?: (name: string) => Promise<void> | void) {
  const clock = new GatewayClock();
  const agenda = new Agenda(clock, effect);
  const saved: StoredClock[] = [];
  const errors: unknown[] = [];
  const timetable = new Timetable({
    clock,
    sources: [agenda],
    keep: async (stored) => void saved.push(stored),
    onError: (error) => errors.push(error),
  });
  timetable.start();
  return { clock, agenda, timetable, saved, errors };
}

describe('advance of the clock', () => {
  it('an advance runs all due work in the order of the due times', async () => {
    const ended: string[] = [];
    const { clock, agenda, timetable } = setUp(async (name) => {
      await vi.advanceTimersByTimeAsync(0);
      ended.push(name);
    });
    clock.freeze();
    agenda.add('second', t0 + 5 * minute);
    agenda.add('first', t0 + minute);
    agenda.add('last', t0 + 10 * minute);
    agenda.add('too late', t0 + 10 * minute + 1);
    await timetable.advance(10 * minute);
    expect(agenda.done).toEqual([
      ['first', t0 + minute],
      ['second', t0 + 5 * minute],
      ['last', t0 + 10 * minute],
    ]);
    expect(ended).toEqual(['first', 'second', 'last']);
    expect([clock.now(), clock.mode]).toEqual([t0 + 10 * minute, 'frozen']);
  });

  it('an advance runs work that is caused during the advance, even at the same instant', async () => {
    const { clock, agenda, timetable } = setUp((name) => {
      if (name === 'expiry') agenda.add('callback', t0 + minute);
      if (name === 'callback') agenda.add('retry', t0 + 2 * minute);
    });
    clock.freeze();
    agenda.add('expiry', t0 + minute);
    await timetable.advance(3 * minute);
    expect(agenda.done).toEqual([
      ['expiry', t0 + minute],
      ['callback', t0 + minute],
      ['retry', t0 + 2 * minute],
    ]);
  });

  it('an advance first runs the work that was due before the advance', async () => {
    const { clock, agenda, timetable } = setUp();
    clock.freeze();
    agenda.add('overdue', t0 - minute);
    await timetable.advance(minute);
    expect(agenda.done).toEqual([['overdue', t0]]);
  });

  it('an advance holds a running clock and releases it at exactly the target', async () => {
    const { clock, agenda, timetable } = setUp(async () => {
      expect(vi.getTimerCount()).toBe(0);
      // A receiver hangs for eight real seconds.
      await vi.advanceTimersByTimeAsync(8_000);
    });
    agenda.add('slow', t0 + minute);
    agenda.add('later', t0 + 31 * minute + 5);
    await timetable.idle();
    await timetable.advance(31 * minute);
    expect(agenda.done).toEqual([['slow', t0 + minute]]);
    expect([clock.now(), clock.mode]).toEqual([t0 + 31 * minute, 'running']);
    await vi.advanceTimersByTimeAsync(5);
    expect(agenda.done.at(-1)).toEqual(['later', t0 + 31 * minute + 5]);
  });

  it('advances of several callers run in sequence', async () => {
    const { clock, agenda, timetable } = setUp();
    clock.freeze();
    agenda.add('a', t0 + minute);
    agenda.add('b', t0 + 2 * minute);
    await Promise.all([timetable.advance(minute), timetable.advance(minute), timetable.freeze()]);
    expect(agenda.done).toEqual([
      ['a', t0 + minute],
      ['b', t0 + 2 * minute],
    ]);
    expect(clock.now()).toBe(t0 + 2 * minute);
  });

  it('an advance stores its target before the clock moves', async () => {
    const { clock, agenda, timetable, saved } = setUp(() => {
      expect(saved).toEqual([{ offset: 2 * minute, frozenAt: t0 + 2 * minute }]);
    });
    clock.freeze();
    agenda.add('a', t0 + minute);
    await timetable.advance(2 * minute);
    expect(agenda.done).toHaveLength(1);
  });

  it.each([-1, 0.5, Number.NaN])(
    'the timetable rejects an advance by %d and does not move the clock',
    async (ms) => {
      const { clock, timetable, saved } = setUp();
      clock.freeze();
      await expect(timetable.advance(ms)).rejects.toMatchObject({ name: 'ClockError' });
      expect([clock.now(), saved]).toEqual([t0, []]);
      await timetable.advance(1);
      expect(clock.now()).toBe(t0 + 1);
    },
  );

  it('an advance fails and releases the clock if a source constantly causes new work', async () => {
    const clock = new GatewayClock();
    const endless: DueSource = {
      nextDue: async () => t0,
      runDue: vi.fn(async () => {}),
      startDue: async () => false,
    };
    const timetable = new Timetable({ clock, sources: [endless], keep });
    timetable.start();
    clock.freeze();
    await expect(timetable.advance(minute)).rejects.toThrow('still create new timers after 1000 rounds');
    expect(endless.runDue).toHaveBeenCalledTimes(1_000);
    clock.resume();
    expect(clock.isTicking).toBe(true);
  });

  it('an advance fails if the timetable stops during the advance', async () => {
    const { clock, agenda, timetable } = setUp(() => timetable.stop());
    clock.freeze();
    agenda.add('a', t0 + minute);
    agenda.add('b', t0 + 2 * minute);
    await expect(timetable.advance(3 * minute)).rejects.toMatchObject({ code: 'clock_stopped' });
    expect(agenda.done).toEqual([['a', t0 + minute]]);
    expect(clock.now()).toBe(t0 + 2 * minute);
    timetable.start();
    await expect(timetable.advance(3 * minute)).rejects.toMatchObject({ code: 'clock_stopped' });
    expect(agenda.done).toHaveLength(2);
    expect(clock.now()).toBe(t0 + 2 * minute);
  });

  it('an advance fails with the error of a failing source', async () => {
    const { clock, agenda, timetable } = setUp(() => {
      throw new Error('disk full');
    });
    clock.freeze();
    agenda.add('a', t0 + minute);
    await expect(timetable.advance(3 * minute)).rejects.toThrow('disk full');
    await timetable.advance(minute);
    expect(clock.now()).toBe(t0 + 2 * minute);
  });
});

describe('freeze and resume [contract:control.clock]', () => {
  it('a freeze at a later instant first runs all work that is due by then', async () => {
    const { clock, agenda, timetable, saved } = setUp();
    agenda.add('a', t0 + minute);
    await timetable.freeze(t0 + 2 * minute);
    expect(agenda.done).toEqual([['a', t0 + minute]]);
    expect([clock.now(), clock.mode]).toEqual([t0 + 2 * minute, 'frozen']);
    expect(saved.at(-1)).toEqual({ offset: 2 * minute, frozenAt: t0 + 2 * minute });
    await expect(timetable.freeze(t0)).rejects.toMatchObject({ code: 'clock_backwards' });
  });

  it('a frozen clock starts no timed work', async () => {
    const { clock, agenda, timetable } = setUp();
    agenda.add('a', t0 + minute);
    await timetable.idle();
    await timetable.freeze();
    timetable.poke(t0 + minute);
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(agenda.done).toEqual([]);
    await timetable.resume();
    expect(clock.now()).toBe(t0);
    await vi.advanceTimersByTimeAsync(minute);
    expect(agenda.done).toEqual([['a', t0 + minute]]);
  });
});

describe('stop of the timetable', () => {
  const message = 'the gateway was closed or reset before the clock move ended';
  const stopped = expect.objectContaining({ code: 'clock_stopped', message });

  it('a stop cancels each clock move that was requested before the stop', async () => {
    const { clock, agenda, timetable, saved } = setUp(() => timetable.stop());
    clock.freeze();
    agenda.add('a', t0 + minute);
    agenda.add('b', t0 + minute + 1);
    const asked = [
      timetable.advance(2 * minute),
      timetable.advance(minute),
      timetable.freeze(t0 + 3 * minute),
      timetable.freeze(),
      timetable.resume(),
      timetable.advanceToNext(),
    ];
    for (const move of asked) await expect(move).rejects.toEqual(stopped);
    expect(saved).toEqual([{ offset: 2 * minute, frozenAt: t0 + 2 * minute }]);
    await expect(timetable.advance(1)).rejects.toEqual(stopped);
  });

  it('a temporary stop waits for the current clock move and delays later moves', async () => {
    const order: string[] = [];
    const { clock, agenda, timetable, saved } = setUp((name) => void order.push(name));
    clock.freeze();
    agenda.add('a', t0 + minute);
    const before = timetable.advance(2 * minute);
    const queued = timetable.freeze();
    const work = timetable.stopFor(async () => {
      order.push(`work at ${clock.now() - t0}`);
      clock.reset();
      timetable.start();
    });
    const after = timetable.advance(minute);
    await expect(before).rejects.toEqual(stopped);
    await expect(queued).rejects.toEqual(stopped);
    await work;
    await after;
    expect(order).toEqual(['work at 0', 'a']);
    const again = [1, 2].map(() =>
      timetable.stopFor(async () => {
        agenda.add('b', t0);
        timetable.poke();
        await vi.advanceTimersByTimeAsync(0);
        timetable.start();
        order.push('started');
      }),
    );
    await Promise.all(again);
    await timetable.idle();
    expect(order.slice(2)).toEqual(['started', 'b', 'started', 'b']);
    expect(saved).toEqual([{ offset: minute, frozenAt: null }]);
    expect(clock.now()).toBe(t0 + minute);
  });

  it('`idle` resolves only when the current clock move has ended', async () => {
    const { clock, agenda, timetable } = setUp(async () => {
      await vi.advanceTimersByTimeAsync(10);
    });
    clock.freeze();
    agenda.add('a', t0 + minute);
    const move = timetable.advance(minute);
    await timetable.idle();
    expect(clock.now()).toBe(t0 + minute);
    await move;
  });
});

describe('timetable of a running clock', () => {
  it('the timetable runs due work at its instant, with one timer', async () => {
    const { agenda, timetable } = setUp();
    const { setTimeout } = globalThis;
    const set = vi.fn(setTimeout);
    // Set the timers directly, because a spy would restore the fake timers after they have ended.
    Object.assign(globalThis, { setTimeout: set });
    await vi.advanceTimersByTimeAsync(0);
    for (const seconds of [3, 1, 2]) {
      agenda.add(`${seconds}`, t0 + seconds * 1_000);
      timetable.poke(t0 + seconds * 1_000);
    }
    Object.assign(globalThis, { setTimeout });
    expect(vi.getTimerCount()).toBe(1);
    // The timer does not keep the process alive.
    expect(set.mock.results.at(-1)?.value.hasRef()).toBe(false);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(agenda.done).toEqual([
      ['1', t0 + 1_000],
      ['2', t0 + 2_000],
      ['3', t0 + 3_000],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('the timetable runs overdue work at the start', async () => {
    const clock = new GatewayClock();
    const agenda = new Agenda(clock);
    agenda.add('old', t0 - minute);
    const timetable = new Timetable({ clock, sources: [agenda], keep });
    timetable.poke();
    await vi.advanceTimersByTimeAsync(minute);
    expect(agenda.done).toEqual([]);
    timetable.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(agenda.done).toEqual([['old', t0 + minute]]);
  });

  it('the timetable wakes up for work that is months ahead', async () => {
    const { agenda, timetable } = setUp();
    const at = t0 + 60 * 86_400_000;
    agenda.add('far', at);
    timetable.poke(at);
    await vi.advanceTimersByTimeAsync(60 * 86_400_000);
    expect(agenda.done).toEqual([['far', at]]);
  });

  it.each(['running', 'frozen'])(
    'the timetable reports a failing source and retries the source after a second of a %s clock',
    async (mode) => {
      let broken = true;
      const { agenda, clock, timetable, errors } = setUp(() => {
        if (!broken) return;
        agenda.add('a', t0 + 1);
        throw new Error('disk full');
      });
      if (mode === 'frozen') clock.freeze(t0 + 1);
      agenda.add('a', t0 + 1);
      timetable.poke(t0 + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect([errors.length, agenda.done.length]).toEqual([1, 1]);
      broken = false;
      await vi.advanceTimersByTimeAsync(998);
      expect(agenda.done).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(2);
      expect([errors.length, agenda.done.length]).toEqual([1, 2]);
    },
  );

  it('the timetable waits a second if a source does not do the work that it reports as due', async () => {
    const stuck: DueSource = {
      nextDue: async () => t0,
      runDue: async () => {},
      startDue: vi.fn(async () => false),
    };
    const timetable = new Timetable({ clock: new GatewayClock(), sources: [stuck], keep });
    timetable.start();
    await vi.advanceTimersByTimeAsync(999);
    expect(stuck.startDue).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(stuck.startDue).toHaveBeenCalledTimes(2);
  });

  it('the timetable starts due work without waiting for the end of other work', async () => {
    const clock = new GatewayClock();
    const slow: DueSource = {
      nextDue: async (after = 0) => (after < t0 ? t0 : null),
      runDue: () => new Promise(() => {}),
      startDue: vi.fn(async () => false),
    };
    const agenda = new Agenda(clock);
    const timetable = new Timetable({ clock, sources: [slow, agenda], keep });
    agenda.add('a', t0 + 5);
    expect(await timetable.nextDue()).toBe(t0);
    timetable.start();
    await vi.advanceTimersByTimeAsync(5);
    expect(slow.startDue).toHaveBeenCalledWith(t0);
    expect(agenda.done).toEqual([['a', t0 + 5]]);
  });

  it('the timetable starts all sources again, in order, until no source has remaining work [contract:serve.expiry]', async () => {
    const clock = new GatewayClock();
    const started: string[] = [];
    const source = (name: string, times: number): DueSource => ({
      nextDue: async () => null,
      runDue: async () => {},
      startDue: async () => {
        started.push(name);
        return started.filter((one) => one === name).length < times;
      },
    });
    const sources = [source('deliveries', 1), source('expiry', 3)];
    const timetable = new Timetable({ clock, sources, keep });
    timetable.start();
    await timetable.idle();
    expect(started).toEqual(['deliveries', 'expiry', 'deliveries', 'expiry', 'deliveries', 'expiry']);
  });

  it('the timetable starts no remaining work after a stop', async () => {
    const clock = new GatewayClock();
    const endless: DueSource = {
      nextDue: async () => null,
      runDue: async () => {},
      startDue: vi.fn(async () => {
        timetable.stop();
        return true;
      }),
    };
    const timetable = new Timetable({ clock, sources: [endless], keep });
    timetable.start();
    await timetable.idle();
    expect(endless.startDue).toHaveBeenCalledOnce();
  });

  it('a call to `poke` starts the new work of a source', async () => {
    const clock = new GatewayClock();
    const agenda = new Agenda(clock);
    let poke: (at: number) => void = () => {};
    const timetable = new Timetable({
      clock,
      sources: [
        agenda,
        { nextDue: async () => null, runDue: async () => {}, onDue: (tell) => (poke = tell) },
      ],
      keep,
    });
    timetable.start();
    await timetable.idle();
    agenda.add('a', t0 + 5);
    poke(t0 + 5);
    await vi.advanceTimersByTimeAsync(5);
    expect(agenda.done).toHaveLength(1);
  });

  it('calls to `poke` during a search for due work cause no second search', async () => {
    const clock = new GatewayClock();
    const looks: number[] = [];
    const source: DueSource = {
      nextDue: async () => null,
      async runDue(now) {
        looks.push(now);
        if (now === t0) timetable.poke(looks.length === 1 ? t0 : t0 + minute);
      },
    };
    const timetable = new Timetable({ clock, sources: [source], keep });
    clock.freeze();
    timetable.start();
    await timetable.idle();
    expect(looks).toEqual([t0, t0]);
    await timetable.resume();
    await vi.advanceTimersByTimeAsync(minute);
    expect(looks).toEqual([t0, t0, t0, t0 + minute]);
  });

  it('the timetable runs no work after a stop', async () => {
    const { agenda, timetable } = setUp();
    agenda.add('a', t0 + 5);
    await timetable.idle();
    timetable.stop();
    expect(vi.getTimerCount()).toBe(0);
    timetable.start();
    timetable.stop();
    await timetable.idle();
    expect(vi.getTimerCount()).toBe(0);
    agenda.add('b', t0);
    timetable.poke(t0);
    timetable.poke(t0 + 5);
    await vi.advanceTimersByTimeAsync(minute);
    expect(agenda.done).toEqual([]);
  });
});

describe('advance of the clock to the next due time [contract:control.clock]', () => {
  it('an advance to the next due time stops at that time and runs all its work', async () => {
    const { clock, agenda, timetable, saved } = setUp((name) => {
      if (name === 'first') agenda.add('at once', t0 + minute);
    });
    clock.freeze();
    agenda.add('first', t0 + minute);
    agenda.add('second', t0 + 2 * minute);
    await timetable.advanceToNext();
    expect(agenda.done).toEqual([
      ['first', t0 + minute],
      ['at once', t0 + minute],
    ]);
    expect([clock.now(), clock.mode]).toEqual([t0 + minute, 'frozen']);
    expect(saved).toHaveLength(1);
    await timetable.advanceToNext();
    expect(clock.now()).toBe(t0 + 2 * minute);
  });

  it('an advance to the next due time leaves the clock unchanged if no work is due', async () => {
    const { clock, timetable, saved } = setUp();
    clock.freeze();
    await timetable.advanceToNext();
    expect([clock.now(), saved]).toEqual([t0, []]);
  });

  it('an advance to the next due time first runs the work that is due now', async () => {
    const { clock, agenda, timetable } = setUp();
    clock.freeze();
    agenda.add('now', t0);
    agenda.add('later', t0 + minute);
    await timetable.advanceToNext();
    expect(agenda.done.map(([name]) => name)).toEqual(['now', 'later']);
  });

  it('an advance to the next due time fails if the timetable stops during the advance', async () => {
    let stop = () => {};
    const { agenda, timetable } = setUp(() => stop());
    stop = () => timetable.stop();
    await timetable.idle();
    agenda.add('now', t0);
    await expect(timetable.advanceToNext()).rejects.toMatchObject({ code: 'clock_stopped' });
  });
});
