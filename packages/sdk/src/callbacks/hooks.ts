import type { Around } from '../logging/watcher.ts';
import type { Callback } from './callback.ts';

/** A delivery of a callback that is about to be read. */
export interface CallbackEvent {
  /** The HTTP method. */
  readonly method: string;
}

/** A delivery of a callback that has got its response. */
export interface CallbackEndEvent extends CallbackEvent {
  /** The HTTP status of the response. */
  readonly status: number;
  /** The callback; undefined if it was not verified. */
  readonly callback: Callback | undefined;
  /** The error that `onError` gets; undefined for an acknowledged callback. */
  readonly error: unknown;
}

/** Functions that observe a callback handler. */
export interface CallbackHooks {
  /**
   * Surrounds each delivery. It calls `run` at once, in the context that the delivery is handled in, for example that of a
   * span. `run` resolves with the response, and never rejects. An error that the function throws becomes a process
   * warning and does not affect the response.
   */
  readonly aroundCallback?: Around<CallbackEvent, CallbackEndEvent> | undefined;
}
