import { stopSignal } from '../session/stop-signal.ts';

/** Milliseconds that a row on its way may still take. */
const grace = 5_000;

/** How a batch ends before its time, in two steps. */
export interface Interruption {
  /** Begin nothing new. */
  readonly stop: AbortSignal;
  /** Wait no longer for what has begun. */
  readonly abort: AbortSignal;
}

/** Ctrl-C: the row on its way is finished, if that does not take long. */
export function interruption(): Interruption {
  const stop = stopSignal();
  const abort = new AbortController();
  const giveUp = () => setTimeout(() => abort.abort(new Error('interrupted')), grace).unref();
  stop.addEventListener('abort', giveUp, { once: true });
  return { stop, abort: abort.signal };
}
