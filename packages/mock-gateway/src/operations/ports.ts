import type { Clock } from '../clock/clock.ts';
import type { Settings } from '../domain/settings.ts';
import type { Change, CommitResult, Store } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import type { Ids } from './ids.ts';

/** Dependencies of an operation: store, time, generated values, settings and listeners. */
export interface Ports {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: () => Promise<Settings>;
  /** Serializes work that reads and then writes without a version. Concurrent work could lose a write. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called after each commit that changed something. */
  readonly committed: (change: Change) => void;
  /** Returns false after a reset, because the loaded data then no longer exists. */
  readonly isPresent: () => boolean;
}

/** A reset or a close preceded the commit, so nothing was stored. The caller must load the data again. */
export class GenerationEnded extends Error {
  override readonly name = 'GenerationEnded';

  constructor(options?: ErrorOptions) {
    super('the gateway was reset or closed during the call', options);
  }
}

/**
 * Commits and publishes the events.
 *
 * @throws {GenerationEnded} if the data was loaded before a reset, because no old order may exist after the reset
 */
export async function commit(ports: Ports, change: Change): Promise<CommitResult> {
  if (!ports.isPresent()) throw new GenerationEnded();
  const result = await ports.store.commit(change).catch(asGenerationEnded);
  if (result.committed) ports.committed(change);
  return result;
}

/** Converts the error of the store after a reset. */
function asGenerationEnded(error: unknown): never {
  throw error instanceof StoreError && error.code === 'store_reset'
    ? new GenerationEnded({ cause: error })
    : error;
}

const maxTries = 20;

/**
 * Loads, decides and commits. Repeats all three after a conflict with another commit. The number of attempts is
 * bounded, because a permanent conflict is a defect.
 */
export async function untilCommitted<T>(attempt: () => Promise<T | typeof tryAgain>): Promise<T> {
  for (let tries = 0; tries < maxTries; tries++) {
    const outcome = await attempt();
    if (outcome !== tryAgain) return outcome;
  }
  throw new Error(`a commit still conflicts after ${maxTries} attempts`);
}

/** Result after a conflict with another write. The caller loads and decides again. */
export const tryAgain = Symbol('load and decide again');
