import type { RateLimits } from '../limits/rate-limits.ts';
import type { SignatureLocks } from '../limits/signature-locks.ts';
import type { Store } from '../store/store.ts';

/**
 * A create, decided by the known state of the other instances. Its commit counts the call and verifies that this state
 * is present. Before the commit, nothing is stored or counted, so the request can be decided again.
 */
export interface Attempt {
  readonly store: Store;
  readonly rates: RateLimits;
  readonly locks: SignatureLocks;
  /** False while nothing is stored or counted. */
  readonly isFinal: boolean;
}
