/** At once or later: what a store in memory and one in a database answer. */
export type MaybePromise<T> = T | Promise<T>;

/** `claimed`: it is the caller's now. `busy`: somebody else has it. `done`: it was completed. */
export type ClaimResult = 'claimed' | 'busy' | 'done';

/**
 * Remembers which callbacks have been handled, so that each is handled once, however often it arrives. A store that
 * several processes share must claim atomically, let go of a claim whose process has died, and then refuse the
 * completion of whoever held it before.
 */
export interface CallbackStore {
  /** Takes the key for the caller, unless it is taken. */
  claim(key: string): MaybePromise<ClaimResult>;
  /** Marks a claimed key as done. Repeating it changes nothing. */
  complete(key: string): MaybePromise<void>;
  /** Gives a claimed key back, so that the next one can claim it. */
  release(key: string): MaybePromise<void>;
}

/** How a store in memory is bounded. */
export interface MemoryStoreOptions {
  /** Completed keys that are kept; the oldest are forgotten. Default 100,000. */
  readonly maxKeys?: number | undefined;
}

/** A store in memory: for one process, and until it ends. */
export function createMemoryStore({ maxKeys = 100_000 }: MemoryStoreOptions = {}): CallbackStore {
  const busy = new Set<string>();
  const done = new Set<string>();
  return {
    claim(key) {
      if (done.has(key)) return 'done';
      if (busy.has(key)) return 'busy';
      busy.add(key);
      return 'claimed';
    },
    complete(key) {
      busy.delete(key);
      done.add(key);
      // A Set keeps the order of insertion.
      for (const oldest of done) {
        if (done.size <= maxKeys) break;
        done.delete(oldest);
      }
    },
    release(key) {
      busy.delete(key);
    },
  };
}
