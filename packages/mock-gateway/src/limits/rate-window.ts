import { hash } from 'node:crypto';
import type { RateLimits, RetryAfterSeconds } from './rate-limits.ts';
import { RecentlyUsed } from './recently-used.ts';

/** What a limit counts in. */
export const windowMs = 60_000;
/** A caller is whatever the request claims, so no more than these are known: the one unseen for longest goes. */
export const maxCallers = 10_000;
const maxNameLength = 256;

/** Key of a caller, of bounded length. */
export function nameOf(caller: string): string {
  return caller.length > maxNameLength ? hash('sha256', caller) : caller;
}

/** The rate limits of the gateways of one process. */
export class RateWindow implements RateLimits {
  /** Instants of the calls let through, oldest first, per caller. */
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
