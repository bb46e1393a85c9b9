import type { Store } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';

/** The store of a generation. After a reset, each commit fails with StoreError `store_reset`. */
export function storeWhile(isPresent: () => boolean, store: Store): Store {
  const ended = () => Promise.reject(new StoreError('store_reset', 'the gateway was reset during the call'));
  return { ...store, commit: (change) => (isPresent() ? store.commit(change) : ended()) };
}
