import type { RateLimits } from '../limits/rate-limits.ts';
import type { SignatureLocks } from '../limits/signature-locks.ts';
import type { Store } from '../store/store.ts';

/**
 * A create request that this instance decides from its known state of the other instances. The commit counts the call
 * and verifies that the known state is current. Before the commit, nothing is stored or counted, so the decision can be
 * repeated.
 */
export interface Attempt {
  readonly store: Store;
  readonly rates: RateLimits;
  readonly locks: SignatureLocks;
  /** False as long as nothing is stored or counted. */
  readonly isFinal: boolean;
}
