import { hash } from 'node:crypto';
import { copied } from '../wire/copied.ts';

const windowMs = 60_000;
const maxCallers = 10_000;
const maxNameLength = 256;

/** Seconds to wait; null when the call is let through. */
export type RetryAfterSeconds = number | null;

/**
 * No more than `limit` calls of one caller in any 60 seconds. Calls that are let through count, whatever they are
 * answered afterwards; a caller who waits as told is let through (reading: order of checks 7).
 */
export class RateWindow {
  /** Instants of the calls let through, oldest first, per caller. */
  readonly #calls = new Map<string, number[]>();

  admit(caller: string, limit: number, now: number): RetryAfterSeconds {
    const calls = this.#recent(caller.length > maxNameLength ? hash('sha256', caller) : caller, now);
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

  #recent(caller: string, now: number): number[] {
    const calls = this.#calls.get(caller);
    if (calls === undefined) return this.#remember(caller);
    const firstRecent = calls.findIndex((at) => at > now - windowMs);
    calls.splice(0, firstRecent === -1 ? calls.length : firstRecent);
    return calls;
  }

  /** A caller is whatever the request claims, so the table is bounded: the one unseen for longest goes. */
  #remember(caller: string): number[] {
    if (this.#calls.size >= maxCallers) {
      const [oldest] = this.#calls.keys();
      if (oldest !== undefined) this.#calls.delete(oldest);
    }
    const calls: number[] = [];
    this.#calls.set(copied(caller), calls);
    return calls;
  }
}
