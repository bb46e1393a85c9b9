import type { GatewayClock } from '../../clock/gateway-clock.ts';
import type { Claims, EndableGeneration } from '../../cluster/shared.ts';
import { storeWhile } from '../../cluster/store-while.ts';
import { maxCallers, windowMs } from '../../limits/rate-window.ts';
import type { Database } from '../connection/database.ts';
import type { PostgresStore } from '../store/postgres-store.ts';
import type { ClusterSnapshot } from './cluster-poller.ts';
import { CreateAttempt, type CreateAttemptOptions } from './create-attempt.ts';
import { sharedChecks } from './endpoint-checks.ts';
import { sharedFaults } from './faults.ts';
import { generationSettings } from './generation-settings.ts';
import type { Notices } from './notices.ts';
import { sharedRates } from './rate-limits.ts';
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
export function postgresGeneration(options: GenerationOptions): EndableGeneration {
  const { number: generation, database, notices, claims, known } = options;
  const end = new AbortController();
  const isPresent = () => known()?.generation === generation;
  // The database rejects a write whose expected values are outdated.
  const store = storeWhile(isPresent, options.store);
  const rates = sharedRates(database, { generation });
  const locks = sharedLocks(database, {
    generation,
    mayLock: (now) => now < (known()?.lockedUntil ?? Number.POSITIVE_INFINITY),
  });
  return {
    store,
    claims,
    settings: generationSettings(store.settings, () => known()?.settingsVersion ?? 0),
    faults: sharedFaults(database, { generation, mayStrike: () => known()?.hasFaults ?? true }),
    rates,
    locks,
    checks: sharedChecks(database, { generation, notices }),
    attempt: () => attemptOf(options, { store, rates, locks }),
    isPresent,
    ended: end.signal,
    end: () => end.abort(),
  };
}

/** Begins an attempt. Returns null if a fault, a lock or a clock move of another instance must be read first. */
function attemptOf(
  { number: generation, clock, store, owner, isReached, known }: GenerationOptions,
  parts: Omit<CreateAttemptOptions, 'commitIf'>,
): CreateAttempt | null {
  const { state, hasFaults, lockedUntil, standsAt } = known() ?? { state: null };
  if (state === null || hasFaults || standsAt !== null || !isReached()) return null;
  if (clock.look() < lockedUntil) return null;
  const isKnown = () => known()?.state === state;
  const counting = { windowMs, maxCallers };
  return new CreateAttempt({
    ...parts,
    commitIf: (change, call) => store.commitIf(change, { owner, state, isKnown, generation, counting, call }),
  });
}
