import { isLeaseLostError } from '../errors/lease-lost-error.ts';
import type { CallbackStore } from './store.ts';

/** Milliseconds to the first retry of a completion; doubled with each, up to the longest. */
const firstRetry = 100;
const longestRetry = 30_000;

/** Retries of a completion: they take about half an hour. */
const maxRetries = 66;

/**
 * Marks the callback as handled. Where the store fails, it is retried in the background: a claim that only ends with its
 * lease would let another process run the function again.
 *
 * @throws what the store throws the first time
 */
export async function complete(
  key: string,
  store: CallbackStore,
  report: (error: unknown) => void,
): Promise<void> {
  try {
    await store.complete(key);
  } catch (error) {
    completeLater(key, store, { report, error, retries: 0 });
    throw error;
  }
}

interface FailedCompletion {
  readonly report: (error: unknown) => void;
  readonly error: unknown;
  readonly retries: number;
}

/** Reports what ends the retries: they are used up, or another process has the claim. */
function completeLater(
  key: string,
  store: CallbackStore,
  { report, error, retries }: FailedCompletion,
): void {
  if (retries === maxRetries || isLeaseLostError(error)) {
    // The first failure is reported with the response.
    if (retries > 0) report(error);
    return;
  }
  const retry = async () => {
    try {
      await store.complete(key);
    } catch (failure) {
      completeLater(key, store, { report, error: failure, retries: retries + 1 });
    }
  };
  const delay = Math.min(longestRetry, firstRetry * 2 ** retries);
  const timer: { readonly unref?: () => unknown } = setTimeout(() => void retry(), delay);
  // A process that has nothing else to do may end. Not every runtime has this.
  timer.unref?.();
}
