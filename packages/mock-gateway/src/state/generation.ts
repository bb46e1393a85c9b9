import type { Faults } from '../faults/faults.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { SignatureLocks } from '../limits/signature-locks.ts';
import type { Store } from '../store/store.ts';
import type { CurrentSettings } from './current-settings.ts';
import type { EndpointChecks } from './endpoint-checks.ts';

/**
 * State from one reset to the next. Running work keeps the generation with which it started. After a reset, this work
 * can no longer count or commit.
 */
export interface Generation {
  /** The store of this generation. After the generation has ended, a commit fails with StoreError `store_reset`. */
  readonly store: Store;
  readonly settings: CurrentSettings;
  readonly faults: Faults;
  readonly rates: RateLimits;
  readonly locks: SignatureLocks;
  readonly checks: EndpointChecks;
  /** Aborts when a reset ends the generation. */
  readonly ended: AbortSignal;
  /** Returns true until a reset ends the generation. Callable without `this`. */
  readonly isPresent: () => boolean;
}
