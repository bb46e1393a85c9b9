import type { Clock } from '../clock/clock.ts';
import type { Settings } from '../domain/settings.ts';
import { inLockOrder } from '../store/lock-order.ts';
import type { Change, CommitResult, Store } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import type { Ids } from './ids.ts';

/** Dependencies of an operation: store, time, generated values, settings and listeners. */
export interface Ports {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: () => Promise<Settings>;
  /** Serializes work that reads and then writes without a version. Simultaneous work could lose a write. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called after each commit with an effect. */
  readonly committed: (change: Change) => void;
  /** Returns false after a reset, because the loaded data no longer exists. */
  readonly isPresent: () => boolean;
}

/** Error of an operation that a reset or a close preceded. Nothing was stored. The caller must load again. */
export class GenerationEnded extends Error {
  override readonly name = 'GenerationEnded';

  constructor(options?: ErrorOptions) {
    super('the gateway was reset or closed during the call', options);
  }
}

/**
 * Commits in the fixed lock order and publishes the events.
 *
 * @throws {GenerationEnded} for a decision from before a reset, because no old order may exist after the reset
 */
export async function commit(ports: Ports, change: Change): Promise<CommitResult> {
  if (!ports.isPresent()) throw new GenerationEnded();
  const result = await ports.store.commit(inLockOrder(change)).catch(asGenerationEnded);
  if (result.committed) ports.committed(change);
  return result;
}

/** Converts an error, because only the store may notice a reset by another instance. */
function asGenerationEnded(error: unknown): never {
  throw error instanceof StoreError && error.code === 'store_reset'
    ? new GenerationEnded({ cause: error })
    : error;
}

const maxTries = 20;

/**
 * Loads, decides and commits, again after a conflict with another commit. The number of attempts is bounded, because a
 * permanent conflict is a defect.
 */
export async function untilCommitted<T>(attempt: () => Promise<T | typeof tryAgain>): Promise<T> {
  for (let tries = 0; tries < maxTries; tries++) {
    const outcome = await attempt();
    if (outcome !== tryAgain) return outcome;
  }
  throw new Error(`a commit still conflicts after ${maxTries} tries`);
}

/** Returned after a conflict with another write, to load and decide again. */
export const tryAgain = Symbol('load and decide again');
