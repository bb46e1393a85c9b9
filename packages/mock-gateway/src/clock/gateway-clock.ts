import type { StoredClock } from '../store/store.ts';
import type { Clock } from './clock.ts';

export type ClockErrorCode =
  /** The requested time is earlier than the clock's time. */
  | 'clock_backwards'
  /** The instant is not a whole number of milliseconds, or is later than the latest timestamp. */
  | 'clock_out_of_range'
  /** Another move is stepping the clock through its timers. Retry after the move has ended. */
  | 'clock_held'
  /** The gateway was closed or reset before the move was complete. */
  | 'clock_stopped';

/** The clock rejected a move and did not change. `code` is stable. */
export class ClockError extends Error {
  override readonly name = 'ClockError';
  readonly code: ClockErrorCode;

  constructor(code: ClockErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Latest instant of a move: a year before the latest timestamp, because expiries and retries are later than now. */
const latestInstant = Date.UTC(9998, 11, 31);

export type ClockMode = 'running' | 'frozen';

export interface GatewayClockOptions {
  /** Current time in epoch milliseconds. Only tests replace the system's clock. */
  readonly realTime?: (() => number) | undefined;
  /** State of the clock before a restart. */
  readonly stored?: StoredClock | null | undefined;
}

/** A clock that only its holder can move, from instant to instant. */
export interface HeldClock {
  /** Steps to an instant in epoch milliseconds. Throws the ClockErrors of `freeze`. */
  moveTo(at: number): void;
  /** Releases the clock in `mode`. */
  release(mode: ClockMode): void;
}

/**
 * The gateway's time in epoch milliseconds: real time plus an offset, or a frozen instant. The clock only moves
 * forward, even if the system clock is set back.
 */
export class GatewayClock implements Clock {
  readonly #realTime: () => number;
  #offset = 0;
  /** Instant at which the clock stands still, or null while the clock runs. */
  #stoppedAt: number | null = null;
  /** True if an operator froze the clock. */
  #frozen = false;
  #isHeld = false;
  /** Latest returned instant. No later call returns an earlier instant. */
  #latest = Number.NEGATIVE_INFINITY;

  constructor({ realTime = Date.now, stored = null }: GatewayClockOptions = {}) {
    this.#realTime = realTime;
    if (stored !== null) this.begin(stored);
  }

  /**
   * Starts at this instant, which can be earlier than the clock's previous time, because no call has returned a time
   * yet.
   */
  begin({ offset, frozenAt }: StoredClock): void {
    this.#assertFree();
    this.#offset = offset;
    this.#stoppedAt = frozenAt;
    this.#frozen = frozenAt !== null;
    this.#latest = Number.NEGATIVE_INFINITY;
  }

  get mode(): ClockMode {
    return this.#frozen ? 'frozen' : 'running';
  }

  /** True if the clock is neither frozen nor held. */
  get isTicking(): boolean {
    return this.#stoppedAt === null;
  }

  now(): number {
    if (this.#stoppedAt !== null) return this.#stoppedAt;
    const at = this.#realTime() + this.#offset;
    // The system clock was set back. Add the difference to the offset, so time continues to pass.
    this.#offset += Math.max(0, this.#latest - at);
    this.#latest = Math.max(at, this.#latest);
    return this.#latest;
  }

  /**
   * Returns the time for a check of due work. Does not record this time as returned, so a later call can return an
   * earlier time.
   */
  look(): number {
    return this.#stoppedAt ?? Math.max(this.#realTime() + this.#offset, this.#latest);
  }

  /** Throws the ClockError that a move to this instant would throw. */
  assertReachable(at: number): void {
    this.#forward(at);
  }

  /** Real time. A reset returns the clock to this time. */
  get realTime(): number {
    return this.#realTime();
  }

  /** State to store, so a restart continues from now or from the given instant. */
  stored(at?: number): StoredClock {
    const standing = at ?? this.#stoppedAt;
    const offset = standing === null ? this.#offset : standing - this.#realTime();
    return { offset, frozenAt: this.#frozen ? standing : null };
  }

  /** Moves the clock forward without its timers. `Timetable.advance` runs them. */
  advance(ms: number): void {
    this.#assertFree();
    const now = this.now();
    this.#goOnFrom(this.#forward(now + ms, now));
  }

  /**
   * Freezes the clock now, or at a later instant.
   *
   * @throws {ClockError} `clock_backwards`, `clock_out_of_range`, `clock_held`
   */
  freeze(at?: number): void {
    this.#assertFree();
    const now = this.now();
    this.#stoppedAt = this.#forward(at ?? now, now);
    this.#frozen = true;
  }

  /** Resumes the clock from its instant. Does not change a running clock. */
  resume(): void {
    this.#assertFree();
    this.#frozen = false;
    this.#goOnFrom(this.now());
  }

  /** Returns to real time, for a reset that also deletes all other state. */
  reset(): void {
    this.begin({ offset: 0, frozenAt: null });
  }

  /**
   * Holds the clock for exact steps.
   *
   * @throws {ClockError} `clock_held` if the clock already has a holder
   */
  hold(): HeldClock {
    this.#assertFree();
    this.#stoppedAt = this.now();
    this.#isHeld = true;
    return {
      moveTo: (at) => {
        this.#stoppedAt = this.#forward(at);
      },
      release: (mode) => {
        this.#isHeld = false;
        this.#frozen = mode === 'frozen';
        this.#goOnFrom(this.now());
      },
    };
  }

  /** Continues from this instant. A frozen clock stays frozen. */
  #goOnFrom(at: number): void {
    this.#stoppedAt = this.#frozen ? at : null;
    this.#offset = at - this.#realTime();
    this.#latest = at;
  }

  /** @param now the present, read once, because the system's clock can change between two reads */
  #forward(at: number, now: number = this.now()): number {
    if (!Number.isInteger(at) || at > latestInstant) {
      throw new ClockError(
        'clock_out_of_range',
        'the target time must be a whole number of milliseconds before the end of the year 9998',
      );
    }
    if (at < now)
      throw new ClockError(
        'clock_backwards',
        'the target time is before the current time; the clock only moves forward',
      );
    return at;
  }

  #assertFree(): void {
    if (this.#isHeld)
      throw new ClockError(
        'clock_held',
        'another call is advancing the clock; retry after that call has ended',
      );
  }
}
