import { isLeaseLostError } from '../errors/lease-lost-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import { callbackTimeoutMs } from '../protocol/limits.ts';
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
    await attempt(key, store);
  } catch (error) {
    completeLater(key, store, { report, error, retries: 0 });
    throw error;
  }
}

/** One attempt. A store that hangs, as on a dead connection, must not hold up the next one. */
async function attempt(key: string, store: CallbackStore): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    const message = `complete of the store did not end within ${callbackTimeoutMs / 1_000} s; it is retried`;
    timer = setTimeout(
      () => reject(new TimeoutError(message, { outcome: 'unknown', attempts: 1 })),
      callbackTimeoutMs,
    );
  });
  try {
    await Promise.race([store.complete(key), overdue]);
  } finally {
    clearTimeout(timer);
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
      await attempt(key, store);
    } catch (failure) {
      completeLater(key, store, { report, error: failure, retries: retries + 1 });
    }
  };
  const delay = Math.min(longestRetry, firstRetry * 2 ** retries);
  const timer: { readonly unref?: () => unknown } = setTimeout(() => void retry(), delay);
  // A process that is about to end waits for the first retries. Not every runtime has this.
  if (delay > callbackTimeoutMs) timer.unref?.();
}
