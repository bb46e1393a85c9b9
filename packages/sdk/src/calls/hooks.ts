import type { GatewayError, Outcome } from '../errors/errors.ts';
import { type Around, callAround, callWatcher } from '../hooks/observers.ts';
import type { Mask } from '../protocol/masking.ts';
import type { Operation } from '../protocol/routes.ts';

/** The numbers that identify the order of a call. These numbers are neither secret nor personal. */
export interface OrderReference {
  readonly mchOrderNo?: string | undefined;
  /** The gateway order number, or undefined until the gateway returns it. */
  readonly orderNo?: string | undefined;
  readonly linkCode?: string | undefined;
  /** The merchant's own identifier of a payment link. */
  readonly clientRef?: string | undefined;
}

/** An attempt before it starts. The event never contains a key, signature or parameter. */
export interface AttemptEvent {
  /** The operation of this request. Example: `payouts.retrieve` when `payouts.create` queries its order. */
  readonly operation: Operation;
  /** Number of the request within the call, counted from 1. */
  readonly attempt: number;
  readonly method: 'GET' | 'POST';
  /** The URL without its query, because the query of a link contains the signature. */
  readonly url: string;
  /**
   * Milliseconds since the previous attempt, or since the start of the call. They include the waits for a retry and for
   * the request rate.
   */
  readonly delay: number;
}

export interface AttemptEndEvent extends AttemptEvent {
  /** Duration of the whole exchange in milliseconds. */
  readonly duration: number;
  /** The HTTP status, or undefined if no response arrived. */
  readonly status: number | undefined;
  /** `ok`, or the effect of this attempt. */
  readonly outcome: 'ok' | Outcome;
  /** The API's error code, or undefined without one. */
  readonly code: string | undefined;
}

/** A retry before the client makes it. `attempt` is the number of attempts so far. */
export interface RetryEvent extends Pick<AttemptEvent, 'operation' | 'attempt' | 'method' | 'url'> {
  /** Wait until the next attempt, in milliseconds. */
  readonly delay: number;
  /** True if the gateway's `Retry-After` determines the wait. */
  readonly retryAfter: boolean;
}

export type CallEvent = Pick<AttemptEvent, 'operation'>;

/** A call after its end. The event never contains a key, a signature, or a parameter other than the order numbers. */
export interface CallEndEvent extends CallEvent {
  /** The order of the call. Empty if the call concerns no order or an argument is invalid. */
  readonly order: OrderReference;
  readonly attempts: number;
  /** The error of a failed call. The error is safe to log. */
  readonly error: GatewayError | undefined;
}

/** An attempt before it starts, with the order of its call. */
export interface OrderAttemptEvent extends AttemptEvent {
  /** The order of the call, if its arguments name it. */
  readonly order: OrderReference;
}

/**
 * Functions that observe the attempts of every call. The client does not wait for these functions. If a hook throws,
 * the error becomes a process warning and does not affect the call.
 */
export interface ClientHooks {
  readonly beforeAttempt?: ((event: AttemptEvent) => unknown) | undefined;
  /** Function that the client calls after each attempt, successful or not. */
  readonly afterAttempt?: ((event: AttemptEndEvent) => unknown) | undefined;
  readonly beforeRetry?: ((event: RetryEvent) => unknown) | undefined;
  /**
   * Function that surrounds each call. The function must call `run` immediately, in the context for the call. Example:
   * the context of a span. `run` resolves when the call has ended, and never rejects.
   */
  readonly aroundCall?: Around<CallEvent, CallEndEvent> | undefined;
  /** Function that surrounds each attempt. The rules of `aroundCall` apply. */
  readonly aroundAttempt?: Around<OrderAttemptEvent, AttemptEndEvent | undefined> | undefined;
}

const warning = { type: 'InrgateHookWarning', who: 'a hook of the gateway client' };

/** Calls a hook. A failure of the hook does not affect the payment. */
export function notify<E>(hook: ((event: E) => unknown) | undefined, event: E): void {
  if (hook !== undefined) callWatcher(hook, event, warning);
}

/** Runs the work inside a hook. A failure of the hook does not affect the payment. */
export function surround<T, Event, End>(
  hook: Around<Event, End> | undefined,
  event: Event,
  run: () => Promise<T>,
  end: (ended: PromiseSettledResult<T>) => End,
): Promise<T> {
  return callAround(hook, event, { run, end }, warning);
}

/** The order of the parameters, by wire name, and of the result. A server can return keys in any field. */
export function orderOf(
  redact: Mask,
  params: Readonly<Record<string, unknown>>,
  result?: unknown,
): OrderReference {
  const fields: Readonly<Record<string, unknown>> = Object.assign({}, params, result);
  const text = (value: unknown) => (typeof value === 'string' ? redact(value) : undefined);
  return {
    mchOrderNo: text(fields['mchOrderNo']),
    orderNo: text(fields['orderNo']),
    linkCode: text(fields['linkCode'] ?? fields['link_code']),
    clientRef: text(fields['clientRef'] ?? fields['client_ref']),
  };
}
