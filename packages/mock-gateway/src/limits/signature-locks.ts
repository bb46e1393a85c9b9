import { formatIst } from '@inrgate/sdk/internal';
import type { Settings } from '../domain/settings.ts';

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

/**
 * Locks a client's IP address after repeated wrong signatures (spec: Limits; reading: order of checks 4).
 * Instants are epoch milliseconds on the gateway's clock.
 */
export interface SignatureLocks {
  /** Returns the lock of an IP address, or null if it is not locked. */
  lockOf(ip: string, now: number): Promise<Lock | null>;
  recordFailure(ip: string, rule: LockRule, now: number): Promise<void>;
  /** Returns the active locks. The lock that ends last is first. */
  list(now: number): Promise<readonly Lock[]>;
  /** Removes the lock and the count of an IP address. Returns false if the IP address is not locked. */
  lift(ip: string, now: number): Promise<boolean>;
  /** Removes all locks and counts. */
  liftAll(): Promise<void>;
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
