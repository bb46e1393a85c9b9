import { formatIst } from '@inrgate/sdk/internal';
import type { Settings } from '../domain/settings.ts';
import { remember } from './rate-limit.ts';

/**
 * Settings of the lock: the number of wrong signatures, the period in which they count, and the duration of the lock.
 */
export type LockRule = NonNullable<Settings['signatureLock']>;

/** A locked IP address. Calls from this IP address return 429 `too_many_failures`. */
export interface Lock {
  readonly ip: string;
  readonly failures: number;
  /** End of the lock in epoch milliseconds on the gateway's clock. */
  readonly lockedUntil: number;
}

interface Failures {
  /** Instants of the wrong signatures within the counting period, oldest first. */
  readonly at: number[];
  /** Number of wrong signatures that locked the IP address. */
  locking: number;
  lockedUntil: number;
}

/** Maximum number of IP addresses whose wrong signatures are remembered. */
export const maxAddresses = 10_000;

/**
 * Locks a client's IP address after repeated wrong signatures (spec: Limits; reading:order.4). Instants are
 * epoch milliseconds on the gateway's clock.
 */
export class SignatureLock {
  /** By IP address. The one with the oldest last failure is first. */
  readonly #failures = new Map<string, Failures>();

  /** Returns the lock of an IP address, or null if it is not locked. */
  lockOf(ip: string, now: number): Lock | null {
    const { locking = 0, lockedUntil = 0 } = this.#failures.get(ip) ?? {};
    return now < lockedUntil ? { ip, failures: locking, lockedUntil } : null;
  }

  recordFailure(ip: string, rule: LockRule, now: number): void {
    const failures = this.#failures.get(ip) ?? { at: [], locking: 0, lockedUntil: 0 };
    remember(this.#failures, ip, failures, maxAddresses);
    failures.at.push(now);
    while ((failures.at[0] ?? now) <= now - rule.windowSeconds * 1000) failures.at.shift();
    if (failures.at.length < rule.failures) return;
    failures.locking = failures.at.length;
    failures.lockedUntil = now + rule.lockSeconds * 1000;
    failures.at.length = 0;
  }

  /** Returns the active locks. The lock that ends last is first. */
  list(now: number): readonly Lock[] {
    return [...this.#failures.keys()]
      .flatMap((ip) => this.lockOf(ip, now) ?? [])
      .sort((a, b) => b.lockedUntil - a.lockedUntil);
  }

  /** Removes the lock and the count of an IP address. Returns false if the IP address is not locked. */
  lift(ip: string, now: number): boolean {
    return this.lockOf(ip, now) !== null && this.#failures.delete(ip);
  }

  /** Removes all locks and counts. */
  clear(): void {
    this.#failures.clear();
  }
}

/** Returns the remaining whole seconds of the lock, at least one. */
export function secondsLeft({ lockedUntil }: Pick<Lock, 'lockedUntil'>, now: number): number {
  return Math.max(1, Math.ceil((lockedUntil - now) / 1000));
}

/** Returns the end of the lock, rounded up to a whole second like the times of the wire API. */
export function lockEnd({ lockedUntil }: Pick<Lock, 'lockedUntil'>): string {
  return formatIst(Math.ceil(lockedUntil / 1000) * 1000);
}

/** Explains the lock and how to remove it, for the developer who reads the log. */
export function explainLock(lock: Lock, now: number): string {
  const { ip, failures } = lock;
  const wrong = failures === 1 ? 'One wrong signature' : `${failures} wrong signatures`;
  const seconds = secondsLeft(lock, now);
  const wait = seconds < 60 ? `${seconds}s` : `${Math.ceil(seconds / 60)}m`;
  return `${wrong} from ${ip} locked this IP address until ${lockEnd(lock)}. To remove the lock, run \`inrgate mock unlock ${ip}\` or \`inrgate mock advance ${wait}\`.`;
}
