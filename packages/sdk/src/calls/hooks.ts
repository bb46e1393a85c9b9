import type { Outcome } from '../errors/gateway-error.ts';
import { callWatcher } from '../logging/watcher.ts';

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
   * Milliseconds since the previous attempt, or since the start of the call. It includes the waits for a retry and
   * for a turn.
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
}

/** Calls a hook, so that its failure does not affect the payment. */
export function notify<E>(hook: ((event: E) => unknown) | undefined, event: E): void {
  if (hook !== undefined)
    callWatcher(hook, event, { type: 'InrgateHookWarning', who: 'a hook of the gateway client' });
}
