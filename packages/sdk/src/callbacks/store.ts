import { checkOptions, integer } from '../options/options.ts';

/** A value or a promise of it, for synchronous and asynchronous stores. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Result of a claim. `claimed`: the caller owns the key. `busy`: another caller owns it. `done`: the key is completed.
 */
export type ClaimResult = 'claimed' | 'busy' | 'done';

/**
 * Records handled callbacks. A handler uses these records to handle each callback once. A store for several processes
 * must claim keys atomically. The store must release the claim of a dead process. It must then reject a completion by
 * that process.
 */
export interface CallbackStore {
  /** Claims the key for the caller unless the key is claimed or done. */
  claim(key: string): MaybePromise<ClaimResult>;
  /** Marks a claimed key as done. A repeated call has no effect. */
  complete(key: string): MaybePromise<void>;
  /** Releases a claimed key. The next caller can claim it. */
  release(key: string): MaybePromise<void>;
}

export interface MemoryStoreOptions {
  /** Maximum number of completed keys. The store removes the oldest keys first. Default 100,000. */
  readonly maxKeys?: number | undefined;
}

const defaultStores = new Map<string, CallbackStore>();

/**
 * Returns the in-memory store that all handlers of a merchant in this process share. With a store for each handler, a
 * handler that a route creates for each request would run the merchant's function again for each retry.
 */
export function defaultStore(mchId: string): CallbackStore {
  const store = defaultStores.get(mchId) ?? createMemoryStore();
  defaultStores.set(mchId, store);
  return store;
}

/**
 * Creates an in-memory store for one process. The store loses its content when the process ends.
 *
 * @throws {ConfigurationError} for an invalid option
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): CallbackStore {
  checkOptions('createMemoryStore', options, { maxKeys: true });
  const maxKeys = integer('maxKeys', options.maxKeys, { fallback: 100_000, min: 1 });
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
