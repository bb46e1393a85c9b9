import type { Store } from '../store/store.ts';
import { type ClockMode, clockStopped, type GatewayClock } from './gateway-clock.ts';
import { nextTurn } from './real-time.ts';

/** A source of timers, for example orders that expire and callbacks to deliver. */
export interface DueSource {
  /** The earliest due time in epoch milliseconds. With `after`, the earliest due time later than `after`. */
  nextDue(after?: number): number | null;
  /**
   * Starts one batch of the work that is due at `now`. A batch takes a few milliseconds, because no other source and no
   * request runs meanwhile.
   *
   * @returns true if more work can start now
   */
  startDue(now: number): boolean;
  /** Resolves when no work is running or due at `now`. Absent if the work of `startDue` ends within the call. */
  runDue?(now: number): Promise<void>;
  /** Registers the function that the source calls with the time at which new work is due. */
  onDue?(wake: (at: number) => void): void;
}

export interface TimersOptions {
  readonly clock: GatewayClock;
  /** Store of the clock and of the work of the sources. */
  readonly store: Pick<Store, 'write' | 'putClock' | 'onDisk'>;
  /** Sources, in the order in which they run at each instant. */
  readonly sources: readonly DueSource[];
  /** Called after a failure of a source. The source is retried after a second. */
  readonly onError: (error: unknown) => void;
}

/** setTimeout accepts at most 24 days. The shorter limit also detects that the system was asleep. */
const maxSleepMs = 3_600_000;
const retryMs = 1_000;
/**
 * Maximum number of rounds at one instant. In each round, due work can cause more work. More rounds indicate an endless
 * loop.
 */
const maxRounds = 1_000;

/** Number of failed writes at one instant after which a change fails. */
const maxFailures = 10;

/**
 * Runs every timer at its instant. Uses one real timer while the clock runs, and steps from timer to timer during a
 * change. Only one change runs at a time.
 *
 * The sources take turns, each with one batch. Between two rounds, the event loop handles requests and responses, so one
 * kind of due work never holds back another.
 */
export class Timers {
  readonly #clock: GatewayClock;
  readonly #store: TimersOptions['store'];
  readonly #sources: readonly DueSource[];
  readonly #onError: (error: unknown) => void;
  /** Sources that have failed, with the timers that retry them. */
  readonly #paused = new Map<DueSource, NodeJS.Timeout>();
  /** The time between a start and the next abort, as an object of its own. Work of an earlier run has no effect. */
  #run: object | null = null;
  /** Resolves after the last requested change. */
  #changes: Promise<unknown> = Promise.resolve();
  /** Ends the hold of a running change. */
  #release = () => {};
  #timer: NodeJS.Timeout | undefined;
  /** Time of the timer on the gateway's clock, or infinity without a timer. */
  #wakeAt = Number.POSITIVE_INFINITY;
  #isStarting = false;
  /** Earliest due time that was reported since the last round of starts began. */
  #reported = Number.POSITIVE_INFINITY;

  constructor({ clock, store, sources, onError }: TimersOptions) {
    this.#clock = clock;
    this.#store = store;
    this.#sources = sources;
    this.#onError = onError;
    for (const source of sources) source.onDue?.((at) => this.wake(at));
  }

  /** Starts all timers. Timers that fell due earlier run immediately. */
  start(): void {
    this.#run = {};
    this.wake();
  }

  /**
   * Stops all timers, for a reset, a restore or the close of the gateway. Running and waiting changes reject with
   * ClockError `clock_stopped` at their next step and change nothing more. A change that is requested after the next start
   * does not wait for them.
   */
  abort(): void {
    this.#run = null;
    this.#changes = Promise.resolve();
    this.#isStarting = false;
    this.#reported = Number.POSITIVE_INFINITY;
    this.#disarm();
    for (const timer of this.#paused.values()) clearTimeout(timer);
    this.#paused.clear();
    this.#release();
  }

  /**
   * Reports work that is due at `at`, in epoch milliseconds, or now. Call it after the commit that schedules the work.
   */
  wake(at: number = this.#clock.now()): void {
    if (this.#run === null) return;
    if (this.#isStarting) this.#reported = Math.min(at, this.#reported);
    else if (at <= this.#clock.now()) void this.#startAllDue(this.#run);
    else if (at < this.#wakeAt) this.#arm(at);
  }

  /** The earliest due time. With `after`, the earliest due time later than `after`. */
  nextDue(after?: number): number | null {
    return earliest(this.#sources, after);
  }

  /**
   * Moves forward by milliseconds. First waits for deliveries in progress. Stops at each due time, in order, until all
   * work of that instant has ended.
   *
   * @throws {ClockError} `clock_backwards`, `clock_out_of_range`, `clock_stopped`
   */
  advance(ms: number): Promise<void> {
    return this.#inTurn((run) => this.#stepTo(run, (now) => now + ms));
  }

  /** Moves to an instant, in the same way as `advance`. Does not move if the instant is in the past. */
  advanceTo(at: number): Promise<void> {
    return this.#inTurn((run) => this.#stepTo(run, (now) => Math.max(now, at)));
  }

  /**
   * Moves to the next due time. Does not move if no work is scheduled. First waits for deliveries in progress.
   *
   * @throws {ClockError} `clock_out_of_range`, `clock_stopped`
   */
  advanceToNext(): Promise<void> {
    return this.#inTurn(async (run) => {
      await this.#runAllDue(run, this.#clock.now());
      const next = this.nextDue();
      if (next !== null) await this.#stepTo(run, (now) => Math.max(now, next));
    });
  }

  /** Freezes the clock now. With a later instant, first advances to that instant. */
  freeze(at?: number): Promise<void> {
    if (at !== undefined) return this.#inTurn((run) => this.#stepTo(run, () => at, 'frozen'));
    return this.#inTurn((run) => this.#switch(run, 'frozen'));
  }

  /** Resumes the clock from its instant. */
  resume(): Promise<void> {
    return this.#inTurn((run) => this.#switch(run, 'running'));
  }

  /** Runs one change at a time. */
  #inTurn(change: (run: object) => Promise<void>): Promise<void> {
    const run = this.#run;
    const changed = this.#changes.then(() => change(this.#assertPresent(run)));
    this.#changes = changed.catch(() => {});
    return changed;
  }

  /** Throws if the timers were stopped since the beginning of this run. */
  #assertPresent(run: object | null): object {
    if (run === null || run !== this.#run) throw clockStopped();
    return run;
  }

  /** @param to returns the target. The clock already stands still, so no time passes before the first step */
  #stepTo(run: object, to: (now: number) => number, mode: ClockMode = this.#clock.mode): Promise<void> {
    return this.#hold(mode, async (setTo) => {
      const start = this.#clock.now();
      const target = to(start);
      this.#clock.assertReachable(target);
      await this.#keep(run, target, mode);
      try {
        await this.#runAllDue(run, start);
        for (let next = this.nextDue(); next !== null && next <= target; next = this.nextDue()) {
          setTo(next);
          await this.#runAllDue(run, next);
        }
        setTo(target);
      } catch (error) {
        // A restart must continue at the reached instant, because the target was not reached.
        if (run === this.#run)
          await this.#keep(run, this.#clock.now(), this.#clock.mode).catch(this.#onError);
        throw error;
      }
    });
  }

  #switch(run: object, mode: ClockMode): Promise<void> {
    return this.#hold(mode, () => this.#keep(run, this.#clock.now(), mode));
  }

  /** Holds the clock during a change. The clock continues in `mode`, or in its earlier mode if the change fails. */
  async #hold(mode: ClockMode, change: (setTo: (at: number) => void) => Promise<void>): Promise<void> {
    const held = this.#clock.hold();
    this.#release = () => held.release();
    this.#disarm();
    try {
      await change(held.setTo);
      held.release(mode);
    } finally {
      held.release();
      this.wake();
    }
  }

  /** Stores the target before the first step. A restart after a crash then continues at the target. */
  async #keep(run: object, target: number, mode: ClockMode): Promise<void> {
    this.#store.write(() => this.#store.putClock(this.#clock.stored(target, mode)));
    await this.#store.onDisk();
    this.#assertPresent(run);
  }

  /** Repeats until no work is running or due at this instant, because due work can cause more work. */
  async #runAllDue(run: object, at: number): Promise<void> {
    let failures = 0;
    for (let round = 0; round < maxRounds; round++) {
      let isMoreDue = true;
      while (isMoreDue) {
        isMoreDue = startEach(this.#sources, (source) => source.startDue(at));
        try {
          await this.#afterRound();
        } catch (error) {
          // Another request of the turn can have rolled it back. The work is still due.
          failures += 1;
          if (failures === maxFailures) throw error;
          isMoreDue = true;
        }
        this.#assertPresent(run);
      }
      for (const source of this.#sources) {
        await source.runDue?.(at);
        this.#assertPresent(run);
      }
      const next = this.nextDue();
      if (next === null || next > at) return;
    }
    throw new Error(`timers at one instant still create new timers after ${maxRounds} rounds`);
  }

  /** Rejects if the writes of this round were not stored. */
  async #afterRound(): Promise<void> {
    await Promise.all([this.#store.onDisk(), nextTurn()]);
  }

  /**
   * Starts all due work, then sleeps until the next due time. Runs once at a time. Work that falls due during a run
   * causes one more round.
   */
  async #startAllDue(run: object): Promise<void> {
    this.#isStarting = true;
    try {
      // All reports of this turn share one round.
      await nextTurn();
      let isMoreDue = true;
      while (isMoreDue && run === this.#run) {
        isMoreDue = this.#startRound();
        await this.#afterRound();
        isMoreDue ||= this.#reported <= this.#clock.now();
      }
      if (run === this.#run) this.#sleep();
    } catch (error) {
      if (run === this.#run) this.#pause(this.#sources, error);
    } finally {
      if (run === this.#run) this.#isStarting = false;
    }
  }

  /** Starts a batch of each source, even if another source fails. Returns true if more work can start. */
  #startRound(): boolean {
    this.#reported = Number.POSITIVE_INFINITY;
    const now = this.#clock.now();
    return startEach(this.#active, (source) => {
      try {
        return source.startDue(now);
      } catch (error) {
        this.#pause([source], error);
        return false;
      }
    });
  }

  get #active(): readonly DueSource[] {
    return this.#sources.filter((source) => !this.#paused.has(source));
  }

  /** Retries sources after a second, even if the clock stands still, because the failed work is already due. */
  #pause(sources: readonly DueSource[], error: unknown): void {
    this.#onError(error);
    for (const source of sources) {
      clearTimeout(this.#paused.get(source));
      const retry = () => {
        this.#paused.delete(source);
        this.wake();
      };
      this.#paused.set(source, setTimeout(retry, retryMs).unref());
    }
  }

  /** Sets the timer for the next due time. The sources may not have known work that was reported during the round. */
  #sleep(): void {
    const now = this.#clock.now();
    const next = Math.min(earliest(this.#active, now) ?? Number.POSITIVE_INFINITY, this.#reported);
    this.#disarm();
    // If a source reports due work that it cannot start, retry later instead of in a loop.
    if (next !== Number.POSITIVE_INFINITY) this.#arm(next > now ? next : now + retryMs);
  }

  /** Sets the timer, unless the clock stands still. */
  #arm(at: number): void {
    this.#disarm();
    if (!this.#clock.isTicking) return;
    this.#wakeAt = at;
    const sleep = Math.min(Math.max(at - this.#clock.now(), 0), maxSleepMs);
    // Do not let the timer keep the process alive.
    this.#timer = setTimeout(() => this.wake(), sleep).unref();
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    this.#wakeAt = Number.POSITIVE_INFINITY;
  }
}

/** Starts a batch of each source. Returns true if more work can start. */
function startEach(sources: readonly DueSource[], start: (source: DueSource) => boolean): boolean {
  return sources.map(start).includes(true);
}

function earliest(sources: readonly DueSource[], after?: number): number | null {
  const due = sources.map((source) => source.nextDue(after)).filter((at) => at !== null);
  return due.length === 0 ? null : Math.min(...due);
}
