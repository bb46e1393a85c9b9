import type { Settings } from '../domain/settings.ts';

type LockRule = Settings['signatureLock'];

interface Failures {
  /** Instants of the wrong signatures within the window, oldest first. */
  readonly at: number[];
  lockedUntil: number;
}

const maxAddresses = 10_000;

/** Repeated wrong signatures lock the caller's IP address (spec: Limits; reading: order of checks 4). */
export class SignatureLock {
  readonly #failures = new Map<string, Failures>();

  /** Whole seconds until the lock ends; null when there is none. */
  lockedFor(ip: string, now: number): number | null {
    const lockedUntil = this.#failures.get(ip)?.lockedUntil ?? 0;
    return now < lockedUntil ? Math.max(1, Math.ceil((lockedUntil - now) / 1000)) : null;
  }

  recordFailure(ip: string, rule: LockRule, now: number): void {
    const failures = this.#failures.get(ip) ?? this.#remember(ip);
    failures.at.push(now);
    while ((failures.at[0] ?? now) <= now - rule.windowSeconds * 1000) failures.at.shift();
    if (failures.at.length < rule.failures) return;
    failures.lockedUntil = now + rule.lockSeconds * 1000;
    failures.at.length = 0;
  }

  clear(): void {
    this.#failures.clear();
  }

  #remember(ip: string): Failures {
    if (this.#failures.size >= maxAddresses) {
      const [oldest] = this.#failures.keys();
      if (oldest !== undefined) this.#failures.delete(oldest);
    }
    const failures: Failures = { at: [], lockedUntil: 0 };
    this.#failures.set(ip, failures);
    return failures;
  }
}
