import type { StoredClock } from '../store/store.ts';
import { ClockError, type ClockMode, type GatewayClock } from './gateway-clock.ts';

/** A source of timers, for example orders that expire and callbacks to deliver. */
export interface DueSource {
  /** The earliest due time in epoch milliseconds. With `after`, the earliest due time later than `after`. */
  nextDue(after?: number): Promise<number | null>;
  /** Runs all work that is due at `now`. Resolves when this and all earlier work has ended. */
  runDue(now: number): Promise<void>;
  /**
   * Starts the work that is due at `now` without waiting for its end. A source without this method uses `runDue`.
   *
   * @returns true if due work is left, so the timetable starts every source again before it sleeps
   */
  startDue?(now: number): Promise<boolean>;
  /** Registers the function that the source calls with the time at which new work is due. */
  onDue?(poke: (at: number) => void): void;
}

export type InTurn = (work: () => Promise<void>) => Promise<void>;

export interface TimetableOptions {
  readonly clock: GatewayClock;
  /** Sources, in the order in which they run at each instant. */
  readonly sources: readonly DueSource[];
  /** Stores the clock, so a move survives a restart. */
  readonly keep: (clock: StoredClock) => Promise<void>;
  /** Allows one move at a time. The default serializes only the moves of this timetable. */
  readonly inTurn?: InTurn | undefined;
  /** Called after a failure of a source. The timetable retries the source after a second. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** setTimeout accepts at most 24 days. The shorter limit also detects that the system was asleep. */
const maxSleepMs = 3_600_000;
const retryMs = 1_000;
/**
 * Maximum number of rounds at one instant. In each round, due work can cause more work. More rounds indicate an endless
 * loop.
 */
const maxRounds = 1_000;

/**
 * Runs every timer at its instant. Uses one real timer while the clock runs, and steps from timer to timer during a
 * move. Only one move runs at a time.
 */
export class Timetable {
  readonly #clock: GatewayClock;
  readonly #sources: readonly DueSource[];
  readonly #keep: TimetableOptions['keep'];
  readonly #onError: (error: unknown) => void;
  readonly #inTurn: InTurn;
  #moves: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** Time of the timer on the gateway's clock, or infinity without a timer. */
  #wakeAt = Number.POSITIVE_INFINITY;
  #tick: Promise<void> | null = null;
  /** Earliest due time that was reported while the timetable queried the sources. */
  #toldOf = Number.POSITIVE_INFINITY;
  #started = false;

  constructor({ clock, sources, keep, onError = () => {}, ...options }: TimetableOptions) {
    this.#clock = clock;
    this.#sources = sources;
    this.#keep = keep;
    this.#onError = onError;
    this.#inTurn = options.inTurn ?? ((work) => this.#moves.then(work));
    for (const source of sources) source.onDue?.((at) => this.poke(at));
  }

  /** Starts all timers. Timers that fell due earlier run immediately. */
  start(): void {
    this.#started = true;
    this.poke();
  }

  /**
   * Stops all timers. A running move ends at its next step. A waiting move does not begin. Running and waiting moves
   * reject with ClockError `clock_stopped`.
   */
  stop(): void {
    this.#started = false;
    this.#disarm();
  }

  /**
   * Stops, then runs `work` while the clock stands still. A move that is requested after a new start waits for `work`.
   */
  stopFor(work: () => Promise<void>, inTurn: InTurn = this.#inTurn): Promise<void> {
    this.stop();
    return this.#moved(
      inTurn(() => {
        this.stop();
        return work();
      }),
    );
  }

  /** Resolves when no move is running and no due work is starting. */
  async idle(): Promise<void> {
    await Promise.all([this.#moves, this.#tick]);
  }

  /**
   * Reports work that is due at `at`, in epoch milliseconds, or now. Call it after the commit that schedules the work.
   */
  poke(at: number = this.#clock.look()): void {
    if (!this.#started) return;
    if (this.#tick !== null) this.#toldOf = Math.min(at, this.#toldOf);
    else if (at <= this.#clock.look()) this.#tick = this.#startAllDue();
    else if (at < this.#wakeAt) this.#arm(at);
  }

  /**
   * Moves forward by milliseconds. First waits for deliveries in progress. Stops at each due time, in order, until all
   * work of that instant has ended.
   *
   * @throws {ClockError} `clock_backwards`, `clock_out_of_range`, `clock_stopped`
   */
  advance(ms: number): Promise<void> {
    return this.#exclusively(() => this.#stepTo((now) => now + ms, this.#clock.mode));
  }

  /** Moves to an instant, in the same way as `advance`. Does not move if the instant is in the past. */
  advanceTo(at: number): Promise<void> {
    return this.#exclusively(() => this.#stepTo((now) => Math.max(now, at), this.#clock.mode));
  }

  /**
   * Moves to the next due time. Does not move if no work is scheduled. First waits for deliveries in progress.
   *
   * @throws {ClockError} `clock_out_of_range`, `clock_stopped`
   */
  advanceToNext(): Promise<void> {
    return this.#exclusively(async () => {
      for (const source of this.#sources) await source.runDue(this.#clock.now());
      const next = await this.nextDue();
      // A stopped source reports no due time, so the move did not wait for the source's running work.
      this.#assertGoingOn();
      if (next !== null) await this.#stepTo((now) => Math.max(now, next), this.#clock.mode);
    });
  }

  /** Freezes the clock now. With a later instant, first advances to that instant. */
  freeze(at?: number): Promise<void> {
    return this.#exclusively(async () => {
      if (at === undefined) this.#clock.freeze();
      else await this.#stepTo(() => at, 'frozen');
      this.#disarm();
      await this.save();
    });
  }

  resume(): Promise<void> {
    return this.#exclusively(async () => {
      this.#clock.resume();
      this.poke();
      await this.save();
    });
  }

  save(): Promise<void> {
    return this.#keep(this.#clock.stored());
  }

  #exclusively(move: () => Promise<void>): Promise<void> {
    return this.#moved(
      this.#inTurn(async () => {
        this.#assertGoingOn();
        await move();
      }),
    );
  }

  #moved(move: Promise<void>): Promise<void> {
    this.#moves = Promise.all([this.#moves, move.catch(() => {})]).then(() => {});
    return move;
  }

  #assertGoingOn(): void {
    if (this.#started) return;
    throw new ClockError('clock_stopped', 'the gateway was closed or reset before the clock move ended');
  }

  /** @param to returns the target. The clock already stands still, so no time passes before the first step */
  async #stepTo(to: (now: number) => number, mode: ClockMode): Promise<void> {
    const held = this.#clock.hold();
    let ends = this.#clock.mode;
    try {
      const target = to(this.#clock.now());
      this.#clock.assertReachable(target);
      ends = mode;
      this.#disarm();
      // Store the target before the first step. A restart after a crash then continues at the target.
      await this.#keep(this.#clock.stored(target));
      await this.#runUntilQuiet(this.#clock.now());
      for (let next = await this.nextDue(); next !== null && next <= target; next = await this.nextDue()) {
        held.moveTo(next);
        await this.#runUntilQuiet(next);
      }
      this.#assertGoingOn();
      held.moveTo(target);
    } finally {
      held.release(ends);
      this.poke();
    }
  }

  /** Repeats until no work is due at this instant, because due work can cause more work. */
  async #runUntilQuiet(at: number): Promise<void> {
    for (let round = 0; round < maxRounds; round++) {
      for (const source of this.#sources) {
        this.#assertGoingOn();
        await source.runDue(at);
      }
      const next = await this.nextDue();
      if (next === null || next > at) return;
    }
    throw new Error(`timers at one instant still create new timers after ${maxRounds} rounds`);
  }

  async nextDue(after?: number): Promise<number | null> {
    const instants = await Promise.all(this.#sources.map((source) => source.nextDue(after)));
    const due = instants.filter((at) => at !== null);
    return due.length === 0 ? null : Math.min(...due);
  }

  /**
   * Starts all due work, then sleeps until the next due time. Runs once at a time. Work that falls due during a run
   * causes one more run.
   */
  async #startAllDue(): Promise<void> {
    // Let the caller store the promise of this run before the run can end.
    await Promise.resolve();
    try {
      let isSomeLeft: boolean;
      do {
        this.#toldOf = Number.POSITIVE_INFINITY;
        isSomeLeft = await this.#startDue();
      } while ((isSomeLeft || this.#toldOf <= this.#clock.look()) && this.#started);
      // The reported time may be later than now, because the work may have been committed after this query.
      if (this.#toldOf < this.#wakeAt) this.#arm(this.#toldOf);
    } catch (error) {
      this.#onError(error);
      this.#retryLater();
    } finally {
      this.#tick = null;
    }
  }

  /** Returns true if a source still has due work. */
  async #startDue(): Promise<boolean> {
    const now = this.#clock.now();
    let isSomeLeft = false;
    for (const source of this.#sources) {
      if (source.startDue === undefined) await source.runDue(now);
      else if (await source.startDue(now)) isSomeLeft = true;
    }
    if (isSomeLeft) return true;
    const next = await this.nextDue(now);
    if (next === null) this.#disarm();
    // If a source reports due work that it cannot run, retry later instead of in a loop.
    else this.#arm(next > now ? next : now + retryMs);
    return false;
  }

  /** Sets the timer, unless the clock stands still. */
  #arm(at: number): void {
    this.#disarm();
    if (!this.#started || !this.#clock.isTicking) return;
    this.#wakeAt = at;
    const sleep = Math.min(Math.max(at - this.#clock.look(), 0), maxSleepMs);
    this.#timer = setTimeout(() => this.poke(), sleep);
    // Do not let the timer keep the process alive.
    this.#timer.unref();
  }

  /** Retries after a failure, even if the clock stands still, because the failed work is already due. */
  #retryLater(): void {
    this.#disarm();
    if (!this.#started) return;
    this.#timer = setTimeout(() => this.poke(), retryMs);
    this.#timer.unref();
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    this.#wakeAt = Number.POSITIVE_INFINITY;
  }
}
