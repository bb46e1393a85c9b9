import { hash } from 'node:crypto';
import type { RateLimits, RetryAfterSeconds } from './rate-limits.ts';
import { RecentlyUsed } from './recently-used.ts';

/** Milliseconds within which a limit counts. */
export const windowMs = 60_000;
/**
 * Maximum number of remembered callers. Above this number, the least recent caller is removed, because a request can
 * claim to be any caller.
 */
export const maxCallers = 10_000;
const maxNameLength = 256;

/** Shortens a caller's identifier to a key with a bounded length. */
export function nameOf(caller: string): string {
  return caller.length > maxNameLength ? hash('sha256', caller) : caller;
}

/** The rate limits of a gateway. */
export class RateWindow implements RateLimits {
  /** Instants of the allowed calls by caller, oldest first. */
  readonly #calls = new RecentlyUsed<number[]>(maxCallers, () => []);

  async admit(caller: string, limit: number, now: number): Promise<RetryAfterSeconds> {
    const calls = this.#recent(nameOf(caller), now);
    if (calls.length < limit) {
      calls.push(now);
      return null;
    }
    const leaves = calls[calls.length - limit] ?? now;
    return Math.max(1, Math.ceil((leaves + windowMs - now) / 1000));
  }

  #recent(caller: string, now: number): number[] {
    const calls = this.#calls.use(caller);
    const firstRecent = calls.findIndex((at) => at > now - windowMs);
    calls.splice(0, firstRecent === -1 ? calls.length : firstRecent);
    return calls;
  }
}
