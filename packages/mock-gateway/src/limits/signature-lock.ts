import { formatIst } from '@inrgate/sdk/protocol';
import type { Settings } from '../domain/settings.ts';
import { copied } from '../wire/copied.ts';

type LockRule = Settings['signatureLock'];

interface Failures {
  /** Instants of the wrong signatures within the window, oldest first. */
  readonly at: number[];
  /** How many of them locked the address. */
  locking: number;
  lockedUntil: number;
}

/** An address that is answered 429 `too_many_failures`. */
export interface Lock {
  readonly ip: string;
  /** The wrong signatures that locked it. */
  readonly failures: number;
  readonly lockedUntil: number;
}

const maxAddresses = 10_000;

/** Repeated wrong signatures lock the caller's IP address (spec: Limits; reading: order of checks 4). */
export class SignatureLock {
  readonly #failures = new Map<string, Failures>();

  /** null when there is none. */
  lockOf(ip: string, now: number): Lock | null {
    const { locking = 0, lockedUntil = 0 } = this.#failures.get(ip) ?? {};
    return now < lockedUntil ? { ip, failures: locking, lockedUntil } : null;
  }

  recordFailure(ip: string, rule: LockRule, now: number): void {
    const failures = this.#failures.get(ip) ?? this.#remember(ip);
    failures.at.push(now);
    while ((failures.at[0] ?? now) <= now - rule.windowSeconds * 1000) failures.at.shift();
    if (failures.at.length < rule.failures) return;
    failures.locking = failures.at.length;
    failures.lockedUntil = now + rule.lockSeconds * 1000;
    failures.at.length = 0;
  }

  /** Those that are locked, the one that is locked the longest first. */
  list(now: number): readonly Lock[] {
    return [...this.#failures.keys()]
      .flatMap((ip) => this.lockOf(ip, now) ?? [])
      .sort((a, b) => b.lockedUntil - a.lockedUntil);
  }

  /** Forgets the address and its failures. False when it is not locked. */
  lift(ip: string, now: number): boolean {
    return this.lockOf(ip, now) !== null && this.#failures.delete(ip);
  }

  clear(): void {
    this.#failures.clear();
  }

  #remember(ip: string): Failures {
    if (this.#failures.size >= maxAddresses) {
      const [oldest] = this.#failures.keys();
      if (oldest !== undefined) this.#failures.delete(oldest);
    }
    const failures: Failures = { at: [], locking: 0, lockedUntil: 0 };
    this.#failures.set(copied(ip), failures);
    return failures;
  }
}

/** Whole seconds, at least one. */
export function secondsLeft({ lockedUntil }: Pick<Lock, 'lockedUntil'>, now: number): number {
  return Math.max(1, Math.ceil((lockedUntil - now) / 1000));
}

/** When it ends, to the second and never too early, as the wire has times. */
export function lockEnd({ lockedUntil }: Pick<Lock, 'lockedUntil'>): string {
  return formatIst(Math.ceil(lockedUntil / 1000) * 1000);
}

/** For the developer who looks into the log, and has to go on. */
export function explainLock(lock: Lock, now: number): string {
  const { ip, failures } = lock;
  const wrong = failures === 1 ? 'One wrong signature' : `${failures} wrong signatures`;
  const seconds = secondsLeft(lock, now);
  const wait = seconds < 60 ? `${seconds}s` : `${Math.ceil(seconds / 60)}m`;
  return `${wrong} from ${ip} locked that address until ${lockEnd(lock)}: \`inrgate mock unlock ${ip}\` lifts the lock, and so does \`inrgate mock advance ${wait}\`.`;
}
