import { isLeaseLostError } from '../errors/callback-errors.ts';
import { TimeoutError } from '../errors/errors.ts';
import { callbackTimeoutMs } from '../protocol/limits.ts';
import type { CallbackStore } from './store.ts';

/** Milliseconds before the first retry of a completion. Each retry doubles the delay, up to `longestRetry`. */
const firstRetry = 100;
const longestRetry = 30_000;
/** The retries end after about half an hour. */
const maxRetries = 66;

/**
 * Marks the callback as handled. If the store fails, retries in the background. Without the retries, another process
 * would run the merchant's function again after the lease. Reports an error after the last retry, or if another process
 * owns the claim.
 *
 * @throws the store's first error
 */
export async function complete(
  key: string,
  store: CallbackStore,
  report: (error: unknown) => void,
  retries = 0,
): Promise<void> {
  try {
    await attempt(key, store);
  } catch (error) {
    const isLast = retries === maxRetries || isLeaseLostError(error);
    if (!isLast) {
      const delay = Math.min(longestRetry, firstRetry * 2 ** retries);
      const again = () => void complete(key, store, report, retries + 1).catch(() => {});
      const timer: { readonly unref?: () => unknown } = setTimeout(again, delay);
      // The process stays alive for the first retries only. Some runtimes do not support `unref`.
      if (delay > callbackTimeoutMs) timer.unref?.();
    } else if (retries > 0) report(error);
    throw error;
  }
}

/** Makes one attempt. Its time limit prevents a hanging store from blocking the next attempt. */
async function attempt(key: string, store: CallbackStore): Promise<void> {
  await inTime(store.complete(key), () => {
    const message = `store.complete did not end within ${callbackTimeoutMs / 1_000} s; the handler retries the call`;
    return new TimeoutError(message, { outcome: 'unknown', attempts: 1 });
  });
}

/** Rejects with an error after 8 seconds, because the gateway stops waiting. */
export function inTime<Result>(work: Result | Promise<Result>, late: () => Error): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), callbackTimeoutMs);
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
