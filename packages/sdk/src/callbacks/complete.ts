import { isLeaseLostError } from '../errors/callback-errors.ts';
import { TimeoutError } from '../errors/errors.ts';
import { callbackTimeoutMs } from '../protocol/limits.ts';
import type { CallbackStore } from './store.ts';

/** Milliseconds before the first retry of a completion. Each retry doubles the delay, up to `longestRetry`. */
const firstRetry = 100;
const longestRetry = 30_000;

/** Number of retries of a completion. The retries end after about half an hour. */
const maxRetries = 66;

/**
 * Marks the callback as handled. If the store fails, retries in the background. Without the retries, another process
 * would run the merchant's function again after the lease.
 *
 * @throws the store's first error
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

/** Makes one attempt. Its time limit prevents a hanging store from blocking the next attempt. */
async function attempt(key: string, store: CallbackStore): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    const message = `store.complete did not end within ${callbackTimeoutMs / 1_000} s; the handler retries the call`;
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

/** Retries the completion. Reports an error after the last retry, or if another process owns the claim. */
function completeLater(
  key: string,
  store: CallbackStore,
  { report, error, retries }: FailedCompletion,
): void {
  if (retries === maxRetries || isLeaseLostError(error)) {
    // The handler's response already reports the first failure.
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
  // The process stays alive for the first retries only. Some runtimes do not support `unref`.
  if (delay > callbackTimeoutMs) timer.unref?.();
}
