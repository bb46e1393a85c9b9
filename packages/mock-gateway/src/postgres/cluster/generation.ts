import type { CurrentSettings } from '../../cluster/current-settings.ts';
import type { EndpointChecks } from '../../cluster/endpoint-checks.ts';
import type { Claims, Generation } from '../../cluster/shared.ts';
import type { Faults } from '../../faults/faults.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { SignatureLocks } from '../../limits/signature-locks.ts';
import type { Store } from '../../store/store.ts';
import { StoreError } from '../../store/store-error.ts';
import type { Database } from '../connection/database.ts';
import type { ClusterSnapshot } from './cluster-poller.ts';
import { SharedChecks } from './endpoint-checks.ts';
import { SharedFaults } from './faults.ts';
import { GenerationSettings } from './generation-settings.ts';
import type { Notices } from './notices.ts';
import { sharedRates } from './rate-limits.ts';
import { sharedLocks } from './signature-locks.ts';

export interface GenerationOptions {
  /** Number of resets. */
  readonly number: number;
  readonly database: Database;
  readonly notices: Notices;
  /** Functions of the present generation. */
  readonly store: Store;
  readonly claims: Claims;
  /** Present values. */
  readonly known: () => ClusterSnapshot | null;
}

/** The state that the generation's rows contain. */
export class PostgresGeneration implements Generation {
  readonly store: Store;
  readonly claims: Claims;
  readonly settings: CurrentSettings;
  readonly faults: Faults;
  readonly rates: RateLimits;
  readonly locks: SignatureLocks;
  readonly checks: EndpointChecks;
  readonly isPresent: () => boolean;
  readonly #end = new AbortController();

  constructor({ number: generation, database, notices, store, claims, known }: GenerationOptions) {
    this.isPresent = () => known()?.generation === generation;
    this.claims = claims;
    // The database verifies the expected values. It does not store a write with outdated values.
    this.store = {
      ...store,
      commit: async (change) => {
        if (this.isPresent()) return store.commit(change);
        throw new StoreError('store_reset', 'the gateway was reset during the call');
      },
    };
    this.settings = new GenerationSettings(store.settings, () => known()?.settingsVersion ?? 0);
    this.faults = new SharedFaults(database, { generation, mayStrike: () => known()?.hasFaults ?? true });
    this.rates = sharedRates(database, { generation });
    this.locks = sharedLocks(database, { generation, mayLock: () => known()?.hasLocks ?? true });
    this.checks = new SharedChecks(database, { generation, notices });
  }

  /** Aborts when a reset ends the generation. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  end(): void {
    this.#end.abort();
  }
}
