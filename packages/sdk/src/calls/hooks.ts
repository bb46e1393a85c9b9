import type { GatewayError, Outcome } from '../errors/gateway-error.ts';
import { type Around, callAround, callWatcher } from '../logging/watcher.ts';
import type { OrderReference } from './order-reference.ts';

/** The calls of the client, as named by hooks, diagnostics and error messages. */
export type Operation =
  | 'payins.create'
  | 'payins.retrieve'
  | 'payouts.create'
  | 'payouts.retrieve'
  | 'balance.retrieve'
  | 'links.create'
  | 'links.retrieve';

/** An attempt that is about to start. It never contains a key, signature or parameter. */
export interface AttemptEvent {
  /** The operation of this request: `payouts.retrieve` when `payouts.create` queries its order. */
  readonly operation: Operation;
  /** Number of the request within the call, from 1. */
  readonly attempt: number;
  /** The HTTP method. */
  readonly method: 'GET' | 'POST';
  /** The URL without its query, which contains the signature of a link query. */
  readonly url: string;
  /**
   * Milliseconds since the previous attempt, or since the start of the call. It includes the waits before a
   * retry and for the request limit.
   */
  readonly delay: number;
}

/** An attempt that has ended. */
export interface AttemptEndEvent extends AttemptEvent {
  /** Milliseconds of the whole exchange. */
  readonly duration: number;
  /** The HTTP status; undefined if no response arrived. */
  readonly status: number | undefined;
  /** `ok`, or the effect of this attempt. */
  readonly outcome: 'ok' | Outcome;
  /** The API's error code; undefined if there is none. */
  readonly code: string | undefined;
}

/** A retry that is about to be made. */
export interface RetryEvent {
  /** The operation of the call. */
  readonly operation: Operation;
  /** Number of attempts so far. */
  readonly attempt: number;
  /** The HTTP method. */
  readonly method: 'GET' | 'POST';
  /** The URL without its query. */
  readonly url: string;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
  /** True if `Retry-After` of the gateway determines the delay. */
  readonly retryAfter: boolean;
}

/** A call that is about to start. */
export interface CallEvent {
  /** The operation of the call. */
  readonly operation: Operation;
}

/** A call that has ended. It never contains a key, signature, or parameter other than the order numbers. */
export interface CallEndEvent extends CallEvent {
  /** The order of the call. Empty for a call without one, or with a bad argument. */
  readonly order: OrderReference;
  /** Number of attempts. */
  readonly attempts: number;
  /** The error of a failed call, which is safe to log. */
  readonly error: GatewayError | undefined;
}

/** An attempt that is about to start, with the order of its call. */
export interface OrderAttemptEvent extends AttemptEvent {
  /** The order of the call, if its arguments name it. */
  readonly order: OrderReference;
}

/**
 * Functions that observe the attempts of every call. The client does not wait for them. An error that they throw
 * becomes a process warning and does not affect the call.
 */
export interface ClientHooks {
  /** Called before each attempt. */
  readonly beforeAttempt?: ((event: AttemptEvent) => unknown) | undefined;
  /** Called after each attempt, successful or not. */
  readonly afterAttempt?: ((event: AttemptEndEvent) => unknown) | undefined;
  /** Called before the wait for a retry. */
  readonly beforeRetry?: ((event: RetryEvent) => unknown) | undefined;
  /**
   * Surrounds each call. It calls `run` at once, in the context that the call runs in, for example that of a span.
   * `run` resolves when the call has ended, and never rejects.
   */
  readonly aroundCall?: Around<CallEvent, CallEndEvent> | undefined;
  /** Surrounds each attempt in the same way. */
  readonly aroundAttempt?: Around<OrderAttemptEvent, AttemptEndEvent | undefined> | undefined;
}

const warning = { type: 'InrgateHookWarning', who: 'a hook of the gateway client' };

/** Calls a hook, so that its failure does not affect the payment. */
export function notify<E>(hook: ((event: E) => unknown) | undefined, event: E): void {
  if (hook !== undefined) callWatcher(hook, event, warning);
}

/** Does the work inside of a hook, so that the hook's failure does not affect the payment. */
export function surround<T, Event, End>(
  hook: Around<Event, End> | undefined,
  event: Event,
  run: () => Promise<T>,
  end: (ended: PromiseSettledResult<T>) => End,
): Promise<T> {
  return callAround(hook, event, { run, end }, warning);
}
