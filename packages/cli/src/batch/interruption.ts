import { stopSignal } from '../session/stop-signal.ts';

/** Milliseconds for a running row to finish. */
const grace = 5_000;

/** Two steps that end a batch early. */
export interface Interruption {
  /** Aborts to prevent new rows. */
  readonly stop: AbortSignal;
  /** Aborts to end the wait for the running row. */
  readonly abort: AbortSignal;
}

/** Handles Ctrl-C. The running row gets a short time to finish. */
export function interruption(): Interruption {
  const stop = stopSignal();
  const abort = new AbortController();
  const giveUp = () => setTimeout(() => abort.abort(new Error('interrupted')), grace).unref();
  stop.addEventListener('abort', giveUp, { once: true });
  return { stop, abort: abort.signal };
}
