import type { Around } from '../hooks/observers.ts';
import type { Callback } from './callback.ts';

/** A delivery of a callback before the handler reads it. */
export interface CallbackEvent {
  /** The HTTP method. */
  readonly method: string;
}

/** A delivery of a callback after its response. */
export interface CallbackEndEvent extends CallbackEvent {
  /** The HTTP status of the response. */
  readonly status: number;
  /** The callback, or undefined if the handler could not verify it. */
  readonly callback: Callback | undefined;
  /** The error that `onError` receives, or undefined for an acknowledged callback. */
  readonly error: unknown;
}

/** Functions that observe a callback handler. */
export interface CallbackHooks {
  /**
   * Function that surrounds each delivery. The function must call `run` immediately, in the context for the delivery.
   * Example: the context of a span. `run` resolves with the response and never rejects. An error that the hook throws
   * becomes a process warning and does not affect the response.
   */
  readonly aroundCallback?: Around<CallbackEvent, CallbackEndEvent> | undefined;
}
