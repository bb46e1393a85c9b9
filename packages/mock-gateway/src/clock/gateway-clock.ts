import type { StoredClock } from '../store/store.ts';
import type { Clock } from './clock.ts';

export type ClockErrorCode =
  /** The clock would have to go back. */
  | 'clock_backwards'
  /** The instant is no whole number of milliseconds, or later than a timestamp can be written. */
  | 'clock_out_of_range'
  /** The clock is being stepped through its timers: whoever wants it otherwise has to wait. */
  | 'clock_held'
  /** The gateway was closed or reset, or others have moved the clock, before it had moved all the way. */
  | 'clock_stopped';

/** The clock cannot be moved as asked; it stays as it was. `code` is stable. */
export class ClockError extends Error {
  override readonly name = 'ClockError';
  readonly code: ClockErrorCode;

  constructor(code: ClockErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A year before the last that a timestamp has room for: orders expire and callbacks are retried later than now. */
const latestInstant = Date.UTC(9998, 11, 31);

export type ClockMode = 'running' | 'frozen';

export interface GatewayClockOptions {
  /** Epoch ms; only tests have another than the system's. */
  readonly realTime?: (() => number) | undefined;
  /** As it was moved before a restart. */
  readonly stored?: StoredClock | null | undefined;
}

/** A clock that is held at one instant after another. While it is, nobody else moves it. */
export interface HeldClock {
  /** Steps to an instant, epoch ms; throws a ClockError as `freeze` does, and `clock_stopped` once it was taken away. */
  moveTo(at: number): void;
  /** Lets it go on from where it stands, as before or as `mode` says; false when it was taken away: it goes on already. */
  release(mode?: ClockMode): boolean;
}

/**
 * Real time plus an offset, or standing still; forward only, also when the system's clock is set back: it then runs
 * on from where it stood. Instants are epoch milliseconds.
 */
export class GatewayClock implements Clock {
  readonly #realTime: () => number;
  #offset = 0;
  /** Where it stands still; null while it runs. */
  #stoppedAt: number | null = null;
  /** Whether it stands still because somebody froze it. */
  #frozen = false;
  /** Whoever holds it. */
  #holder: object | null = null;
  #isLed = false;
  /** The latest instant that was told: nothing earlier is told again. */
  #latest = Number.NEGATIVE_INFINITY;

  constructor({ realTime = Date.now, stored = null }: GatewayClockOptions = {}) {
    this.#realTime = realTime;
    this.begin(stored ?? { offset: 0, frozenAt: null });
  }

  /** Begins there, whatever was before: nobody has been told the time yet. */
  begin({ offset, frozenAt }: StoredClock): void {
    this.#assertFree();
    this.#offset = offset;
    this.#stoppedAt = frozenAt;
    this.#frozen = frozenAt !== null;
    this.#isLed = false;
    this.#latest = Number.NEGATIVE_INFINITY;
  }

  get mode(): ClockMode {
    return this.#frozen ? 'frozen' : 'running';
  }

  /** Whether an instant passes by itself: neither frozen nor held. */
  get isTicking(): boolean {
    return this.#stoppedAt === null;
  }

  /** Whether it stands where another gateway's stands, on its way to somewhere. */
  get isLed(): boolean {
    return this.#isLed;
  }

  now(): number {
    if (this.#stoppedAt !== null) return this.#stoppedAt;
    const at = this.#realTime() + this.#offset;
    // The system's clock was set back: what is left of the jump is added to the offset, so that time still passes.
    if (at < this.#latest) this.#offset += this.#latest - at;
    this.#latest = Math.max(at, this.#latest);
    return this.#latest;
  }

  /** The time for whoever only looks whether something is due: nobody is told, so that another may say that it is earlier. */
  look(): number {
    return this.#stoppedAt ?? Math.max(this.#realTime() + this.#offset, this.#latest);
  }

  /** Throws the ClockError that moving to that instant would meet. */
  assertReachable(at: number): void {
    this.#forward(at);
  }

  /** Real time: where a reset takes the clock back to. */
  get realTime(): number {
    return this.#realTime();
  }

  /** What a restart needs to go on from here, or from the instant given. */
  stored(at?: number): StoredClock {
    const standing = at ?? this.#stoppedAt;
    const offset = standing === null ? this.#offset : standing - this.#realTime();
    return { offset, frozenAt: this.#frozen ? standing : null };
  }

  /** Jumps ahead by milliseconds, past everything that falls due in between; `Timetable.advance` does not. */
  advance(ms: number): void {
    this.#assertOwn();
    const now = this.now();
    this.#goOnFrom(this.#forward(now + ms, now));
  }

  /**
   * Stands still from now on, or at a later instant.
   *
   * @throws {ClockError} `clock_backwards`, `clock_out_of_range`, `clock_held`
   */
  freeze(at?: number): void {
    this.#assertOwn();
    const now = this.now();
    this.#stoppedAt = this.#forward(at ?? now, now);
    this.#frozen = true;
  }

  /** Runs on from where it stood; a running clock runs on. */
  resume(): void {
    this.#assertOwn();
    this.#frozen = false;
    this.#goOnFrom(this.now());
  }

  /**
   * Goes on as somebody else has left it, or, where that is behind, from the latest instant that it has told: a gateway
   * that hears late of a freeze stands where the others do.
   *
   * @param standsAt where that one's clock stands on its way there: until it is followed again, this one stands there too
   */
  follow({ offset, frozenAt }: StoredClock, standsAt: number | null = null): void {
    this.#assertFree();
    const at = Math.max(this.#stoppedAt ?? this.#latest, standsAt ?? frozenAt ?? this.#realTime() + offset);
    this.#frozen = frozenAt !== null;
    this.#goOnFrom(at);
    this.#isLed = standsAt !== null;
    if (this.#isLed) this.#stoppedAt = at;
  }

  /** Back to real time, whatever was before: for a gateway that forgets everything else as well. */
  reset(): void {
    this.#assertFree();
    this.#frozen = false;
    this.#stoppedAt = null;
    this.#offset = 0;
    this.#isLed = false;
    this.#latest = Number.NEGATIVE_INFINITY;
  }

  /**
   * Holds the clock where it stands, so that it can be stepped exactly.
   *
   * @throws {ClockError} `clock_held` when somebody else does
   */
  hold(): HeldClock {
    this.#assertOwn();
    this.#stoppedAt = this.now();
    const holder = {};
    this.#holder = holder;
    return {
      moveTo: (at) => {
        if (this.#holder !== holder) throw overtaken();
        this.#stoppedAt = this.#forward(at);
      },
      release: (mode = this.mode) => {
        if (this.#holder !== holder) return false;
        this.#holder = null;
        this.#frozen = mode === 'frozen';
        this.#goOnFrom(this.now());
        return true;
      },
    };
  }

  /** Takes it away from whoever holds it: others have gone on without that one. It goes on from where it stands, as before. */
  takeAway(): void {
    this.#holder = null;
    this.#goOnFrom(this.now());
  }

  /** Frozen stands still there; running runs on from there. */
  #goOnFrom(at: number): void {
    this.#stoppedAt = this.#frozen ? at : null;
    this.#offset = at - this.#realTime();
    this.#latest = at;
  }

  /** @param now read once: a millisecond can pass between two looks at the system's clock */
  #forward(at: number, now: number = this.now()): number {
    if (!Number.isInteger(at) || at > latestInstant) {
      throw new ClockError(
        'clock_out_of_range',
        'the clock goes to the end of the year 9998, in whole milliseconds',
      );
    }
    if (at < now) throw new ClockError('clock_backwards', 'the clock only goes forward');
    return at;
  }

  #assertFree(): void {
    if (this.#holder !== null) throw beingAdvanced();
  }

  /** Whoever moved it now would undo where another gateway is about to bring it. */
  #assertOwn(): void {
    if (this.#holder !== null || this.#isLed) throw beingAdvanced();
  }
}

/** What is told to who steps a clock that others have moved meanwhile. */
export function overtaken(): ClockError {
  return new ClockError('clock_stopped', 'another gateway has moved the clock in the meantime');
}

function beingAdvanced(): ClockError {
  return new ClockError('clock_held', 'the clock is being advanced; try again when that is done');
}
