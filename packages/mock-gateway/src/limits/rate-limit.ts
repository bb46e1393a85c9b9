// Folder limits: the rate limit, and the lock after wrong signatures.
import { hash } from 'node:crypto';
import { copied } from '../http/core/exchange.ts';

/** Milliseconds within which a limit counts. */
const windowMs = 60_000;
/**
 * Maximum number of remembered callers. Above this number, the least recent caller is removed, because a request can
 * claim to be any caller.
 */
export const maxCallers = 10_000;
const maxNameLength = 256;

/** Rate limit of callers (spec: Limits; reading:order.7). */
export class RateLimit {
  /** Instants of the allowed calls by caller, oldest first. The least recent caller is first. */
  readonly #calls = new Map<string, number[]>();

  /**
   * Allows `limit` calls of one caller in any 60 seconds. Each allowed call counts, regardless of its response.
   *
   * @param caller identifier from the request, so its length is unbounded
   * @param now epoch milliseconds on the gateway's clock
   * @returns null if the call is allowed, or the seconds after which the caller's next call is allowed
   */
  admit(caller: string, limit: number, now: number): number | null {
    const name = nameOf(caller);
    const calls = this.#calls.get(name) ?? [];
    remember(this.#calls, name, calls, maxCallers);
    const firstRecent = calls.findIndex((at) => at > now - windowMs);
    calls.splice(0, firstRecent === -1 ? calls.length : firstRecent);
    if (calls.length < limit) {
      calls.push(now);
      return null;
    }
    const leaves = calls[calls.length - limit] ?? now;
    return Math.max(1, Math.ceil((leaves + windowMs - now) / 1000));
  }

  clear(): void {
    this.#calls.clear();
  }
}

/** Shortens a caller's identifier to a key with a bounded length. */
export function nameOf(caller: string): string {
  return caller.length > maxNameLength ? hash('sha256', caller) : caller;
}

/**
 * Stores a value as the most recently used one. Above `most` values, deletes the least recently used. Copies the name,
 * because a substring would keep the whole request in memory.
 */
export function remember<Value>(values: Map<string, Value>, name: string, value: Value, most: number): void {
  if (!values.delete(name) && values.size >= most) {
    for (const oldest of values.keys()) {
      values.delete(oldest);
      break;
    }
  }
  values.set(copied(name), value);
}
