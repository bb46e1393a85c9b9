import type { GatewayClock } from '../../clock/gateway-clock.ts';
import type { CurrentSettings } from '../../cluster/current-settings.ts';
import type { EndpointChecks } from '../../cluster/endpoint-checks.ts';
import type { Claims, Generation } from '../../cluster/shared.ts';
import type { Faults } from '../../faults/faults.ts';
import { maxCallers, windowMs } from '../../limits/rate-window.ts';
import type { SignatureLocks } from '../../limits/signature-locks.ts';
import type { Store } from '../../store/store.ts';
import { StoreError } from '../../store/store-error.ts';
import type { Database } from '../connection/database.ts';
import type { PostgresStore } from '../store/postgres-store.ts';
import type { ClusterSnapshot } from './cluster-poller.ts';
import { CreateAttempt } from './create-attempt.ts';
import { SharedChecks } from './endpoint-checks.ts';
import { sharedFaults } from './faults.ts';
import { GenerationSettings } from './generation-settings.ts';
import type { Notices } from './notices.ts';
import { type SharedRates, sharedRates } from './rate-limits.ts';
import { sharedLocks } from './signature-locks.ts';

export interface GenerationOptions {
  /** Number of resets. */
  readonly number: number;
  readonly clock: Pick<GatewayClock, 'look'>;
  readonly database: Database;
  readonly notices: Notices;
  readonly store: PostgresStore;
  readonly claims: Claims;
  /** Owner of this instance's clock steps. */
  readonly owner: string;
  /** Returns false if the database did not respond to the last read. */
  readonly isReached: () => boolean;
  readonly known: () => ClusterSnapshot | null;
}

/** One generation, whose state is in rows of the database. */
export class PostgresGeneration implements Generation {
  readonly store: Store;
  readonly claims: Claims;
  readonly settings: CurrentSettings;
  readonly faults: Faults;
  readonly rates: SharedRates;
  readonly locks: SignatureLocks;
  readonly checks: EndpointChecks;
  readonly isPresent: () => boolean;
  readonly attempt: () => CreateAttempt | null;
  readonly #end = new AbortController();

  constructor(options: GenerationOptions) {
    const { number: generation, database, notices, store, claims, known } = options;
    this.isPresent = () => known()?.generation === generation;
    this.claims = claims;
    // The database rejects a write whose expected values are outdated.
    this.store = {
      ...store,
      commit: async (change) => {
        if (this.isPresent()) return store.commit(change);
        throw new StoreError('store_reset', 'the gateway was reset during the call');
      },
    };
    this.settings = new GenerationSettings(store.settings, () => known()?.settingsVersion ?? 0);
    this.faults = sharedFaults(database, { generation, mayStrike: () => known()?.hasFaults ?? true });
    this.rates = sharedRates(database, { generation });
    this.locks = sharedLocks(database, {
      generation,
      mayLock: (now) => now < (known()?.lockedUntil ?? Number.POSITIVE_INFINITY),
    });
    this.checks = new SharedChecks(database, { generation, notices });
    this.attempt = () => this.#attempt(options);
  }

  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /** Begins an attempt. Returns null if a fault, a lock or a clock move of another instance must be read first. */
  #attempt(options: GenerationOptions): CreateAttempt | null {
    const { number: generation, clock, store, owner, isReached, known } = options;
    const { state, hasFaults, lockedUntil, standsAt } = known() ?? { state: null };
    if (state === null || hasFaults || standsAt !== null || !isReached()) return null;
    if (clock.look() < lockedUntil) return null;
    const isKnown = () => known()?.state === state;
    const counting = { windowMs, maxCallers };
    const { store: ownStore, rates, locks } = this;
    return new CreateAttempt({
      store: ownStore,
      rates,
      locks,
      commitIf: (change, call) =>
        store.commitIf(change, { owner, state, isKnown, generation, counting, call }),
    });
  }

  end(): void {
    this.#end.abort();
  }
}
