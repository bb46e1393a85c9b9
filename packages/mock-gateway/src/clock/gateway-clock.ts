import type { StoredClock } from '../store/change.ts';
import type { Clock } from './clock.ts';

export type ClockErrorCode =
  /** The requested time is earlier than the clock's time. */
  | 'clock_backwards'
  /** The instant is not a whole number of milliseconds, or is later than the latest timestamp. */
  | 'clock_out_of_range'
  /** Another change is stepping the clock through its timers. Retry after the change has ended. */
  | 'clock_held'
  /** The gateway was closed or reset before the change was complete. */
  | 'clock_stopped';

/** The clock rejected a change and did not change. `code` is stable. */
export class ClockError extends Error {
  override readonly name = 'ClockError';
  readonly code: ClockErrorCode;

  constructor(code: ClockErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Latest instant of a change: a year before the latest timestamp, because expiries and retries are later than now. */
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
  /**
   * Steps to an instant in epoch milliseconds. Throws the ClockErrors of `freeze`, and `clock_stopped` after the hold
   * has ended.
   */
  setTo(at: number): void;
  /** Releases the clock in `mode`, or in its previous mode. Does nothing after the hold has ended. */
  release(mode?: ClockMode): void;
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
  #holder: object | null = null;
  /** Latest returned instant. No later call returns an earlier instant. */
  #latest = Number.NEGATIVE_INFINITY;

  constructor({ realTime = Date.now, stored = null }: GatewayClockOptions = {}) {
    this.#realTime = realTime;
    if (stored !== null) this.begin(stored);
  }

  /**
   * Begins again at this instant, which can be earlier than the clock's time, for a start, a reset or a restore. Ends a
   * hold, so a change that is still running has no further effect.
   */
  begin({ offset, frozenAt }: StoredClock): void {
    this.#holder = null;
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

  /** Throws the ClockError that a change to this instant would throw. */
  assertReachable(at: number): void {
    this.#forward(at);
  }

  /** Real time. A reset returns the clock to this time. */
  get realTime(): number {
    return this.#realTime();
  }

  /** State to store, so a restart continues from now, or from the given instant and mode. */
  stored(at: number | null = this.#stoppedAt, mode: ClockMode = this.mode): StoredClock {
    const offset = at === null ? this.#offset : at - this.#realTime();
    return { offset, frozenAt: mode === 'frozen' ? at : null };
  }

  /**
   * Freezes the clock now, or at a later instant.
   *
   * @throws {ClockError} `clock_backwards`, `clock_out_of_range`, `clock_held`
   */
  freeze(at?: number): void {
    const held = this.hold();
    try {
      if (at !== undefined) held.setTo(at);
      held.release('frozen');
    } finally {
      held.release();
    }
  }

  /** Resumes the clock from its instant. Does not change a running clock. */
  resume(): void {
    this.hold().release('running');
  }

  /**
   * Holds the clock for exact steps.
   *
   * @throws {ClockError} `clock_held` if the clock already has a holder
   */
  hold(): HeldClock {
    if (this.#holder !== null)
      throw new ClockError(
        'clock_held',
        'another call is advancing the clock; retry after that call has ended',
      );
    this.#stoppedAt = this.now();
    const holder = {};
    this.#holder = holder;
    return {
      setTo: (at) => {
        if (this.#holder !== holder) throw clockStopped();
        this.#stoppedAt = this.#forward(at);
      },
      release: (mode = this.mode) => {
        if (this.#holder !== holder) return;
        this.#holder = null;
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

  #forward(at: number): number {
    if (!Number.isInteger(at) || at > latestInstant) {
      throw new ClockError(
        'clock_out_of_range',
        'the target time must be a whole number of milliseconds before the end of the year 9998',
      );
    }
    if (at < this.now())
      throw new ClockError(
        'clock_backwards',
        'the target time is before the current time; the clock only moves forward',
      );
    return at;
  }
}

/** Error of a change that a reset, a restore or a close has ended. */
export function clockStopped(): ClockError {
  return new ClockError('clock_stopped', 'the gateway was closed or reset before the clock move ended');
}
