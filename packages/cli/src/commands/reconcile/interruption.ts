import { stopSignal } from '../../session/stop-signal.ts';

/** Milliseconds that a running row may need to finish. */
const grace = 5_000;

/** Two signals that end a batch early, one after the other. */
export interface Interruption {
  /** Aborts to prevent the start of new rows. */
  readonly stop: AbortSignal;
  /** Aborts to end the wait for the running row. */
  readonly abort: AbortSignal;
}

/** Handles Ctrl-C. Gives the running row a short time to finish. */
export function interruption(): Interruption {
  const stop = stopSignal();
  const abort = new AbortController();
  const giveUp = () => setTimeout(() => abort.abort(new Error('interrupted')), grace).unref();
  stop.addEventListener('abort', giveUp, { once: true });
  return { stop, abort: abort.signal };
}
