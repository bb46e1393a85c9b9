import { RecentlyUsed } from './recently-used.ts';
import type { Lock, LockRule, SignatureLocks } from './signature-locks.ts';

interface Failures {
  /** Instants of the wrong signatures within the counting period, oldest first. */
  readonly at: number[];
  /** Number of wrong signatures that locked the IP address. */
  locking: number;
  lockedUntil: number;
}

/** Maximum number of IP addresses whose wrong signatures are remembered. */
export const maxAddresses = 10_000;

/** The signature locks of a gateway. */
export class SignatureLock implements SignatureLocks {
  readonly #failures = new RecentlyUsed<Failures>(maxAddresses, () => ({
    at: [],
    locking: 0,
    lockedUntil: 0,
  }));

  async lockOf(ip: string, now: number): Promise<Lock | null> {
    return this.#lockOf(ip, now);
  }

  #lockOf(ip: string, now: number): Lock | null {
    const { locking = 0, lockedUntil = 0 } = this.#failures.get(ip) ?? {};
    return now < lockedUntil ? { ip, failures: locking, lockedUntil } : null;
  }

  async recordFailure(ip: string, rule: LockRule, now: number): Promise<void> {
    const failures = this.#failures.use(ip);
    failures.at.push(now);
    while ((failures.at[0] ?? now) <= now - rule.windowSeconds * 1000) failures.at.shift();
    if (failures.at.length < rule.failures) return;
    failures.locking = failures.at.length;
    failures.lockedUntil = now + rule.lockSeconds * 1000;
    failures.at.length = 0;
  }

  async list(now: number): Promise<readonly Lock[]> {
    return this.#failures
      .names()
      .flatMap((ip) => this.#lockOf(ip, now) ?? [])
      .sort((a, b) => b.lockedUntil - a.lockedUntil);
  }

  async lift(ip: string, now: number): Promise<boolean> {
    return this.#lockOf(ip, now) !== null && this.#failures.delete(ip);
  }

  async liftAll(): Promise<void> {
    this.#failures.clear();
  }
}
