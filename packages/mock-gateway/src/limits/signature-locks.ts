import { formatIst } from '@inrgate/sdk/internal';
import type { Settings } from '../domain/settings.ts';

/** How many wrong signatures within which time lock an address, and for how long. */
export type LockRule = NonNullable<Settings['signatureLock']>;

/** An IP address that gets 429 `too_many_failures`. */
export interface Lock {
  readonly ip: string;
  /** The wrong signatures that locked it. */
  readonly failures: number;
  /** Epoch ms on the gateway's clock. */
  readonly lockedUntil: number;
}

/**
 * Locks the IP address of a client after repeated wrong signatures (spec: Limits; reading: order of checks 4).
 * Instances over one backend count together. Instants are epoch ms on the gateway's clock.
 */
export interface SignatureLocks {
  /** null when there is none. */
  lockOf(ip: string, now: number): Promise<Lock | null>;
  recordFailure(ip: string, rule: LockRule, now: number): Promise<void>;
  /** Those that are locked, the one that is locked the longest first. */
  list(now: number): Promise<readonly Lock[]>;
  /** Forgets the address and its failures. False when it is not locked. */
  lift(ip: string, now: number): Promise<boolean>;
  /** Forgets all addresses and their failures. */
  liftAll(): Promise<void>;
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
  return `${wrong} from ${ip} locked this IP address until ${lockEnd(lock)}. To remove the lock, run \`inrgate mock unlock ${ip}\` or \`inrgate mock advance ${wait}\`.`;
}
