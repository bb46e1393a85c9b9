/** A value or a promise of it, for synchronous and asynchronous stores. */
export type MaybePromise<T> = T | Promise<T>;

/** Result of a claim: `claimed` by the caller, `busy` with another caller, or `done` if already completed. */
export type ClaimResult = 'claimed' | 'busy' | 'done';

/**
 * Remembers handled callbacks, so that each is handled once. A store that several processes share must claim
 * atomically. It must release the claim of a dead process, and then refuse a completion by that process.
 */
export interface CallbackStore {
  /** Claims the key for the caller, unless it is claimed or done. */
  claim(key: string): MaybePromise<ClaimResult>;
  /** Marks a claimed key as done. Repeating it has no effect. */
  complete(key: string): MaybePromise<void>;
  /** Releases a claimed key, so that the next caller can claim it. */
  release(key: string): MaybePromise<void>;
}

/** Limits of a store in memory. */
export interface MemoryStoreOptions {
  /** Maximum number of completed keys; the oldest are removed first. Default 100,000. */
  readonly maxKeys?: number | undefined;
}

/** Creates a store in memory, for one process until it ends. */
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
