import type { Outcome } from '../errors/gateway-error.ts';
import { callWatcher } from '../logging/watcher.ts';

/** The calls of the client, as hooks, diagnostics and error messages name them. */
export type Operation =
  | 'payins.create'
  | 'payins.retrieve'
  | 'payouts.create'
  | 'payouts.retrieve'
  | 'balance.retrieve'
  | 'links.create'
  | 'links.retrieve';

/** An attempt that is about to be made. Never holds a key, a signature or a parameter. */
export interface AttemptEvent {
  /** What is being sent: `payouts.retrieve` where `payouts.create` looks its order up. */
  readonly operation: Operation;
  /** Counts the requests of the call, from 1. */
  readonly attempt: number;
  /** The HTTP method. */
  readonly method: 'GET' | 'POST';
  /** Without the query, which carries the signature of a link query. */
  readonly url: string;
  /** Milliseconds since the attempt before, or since the call began: the wait to retry and for a turn. */
  readonly delay: number;
}

/** An attempt that has ended. */
export interface AttemptEndEvent extends AttemptEvent {
  /** Milliseconds, over the whole exchange. */
  readonly duration: number;
  /** The HTTP status; undefined when no answer arrived. */
  readonly status: number | undefined;
  /** `ok`, or what is known about this one attempt. */
  readonly outcome: 'ok' | Outcome;
  /** The API's error code; undefined when there is none. */
  readonly code: string | undefined;
}

/** A retry that has been decided. */
export interface RetryEvent {
  /** What is being called. */
  readonly operation: Operation;
  /** How many attempts were made so far. */
  readonly attempt: number;
  /** The HTTP method. */
  readonly method: 'GET' | 'POST';
  /** Without the query. */
  readonly url: string;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
  /** Whether the gateway set the delay by `Retry-After`. */
  readonly retryAfter: boolean;
}

/**
 * Functions that watch the attempts of every call. They are not waited for, and what they throw does not touch the
 * call: it is reported as a process warning.
 */
export interface ClientHooks {
  /** Before each attempt. */
  readonly beforeAttempt?: ((event: AttemptEvent) => unknown) | undefined;
  /** After each attempt, whatever came of it. */
  readonly afterAttempt?: ((event: AttemptEndEvent) => unknown) | undefined;
  /** Before the wait that comes before a retry. */
  readonly beforeRetry?: ((event: RetryEvent) => unknown) | undefined;
}

/** Calls a hook so that a payment cannot fail on it. */
export function notify<E>(hook: ((event: E) => unknown) | undefined, event: E): void {
  if (hook !== undefined)
    callWatcher(hook, event, { type: 'InrgateHookWarning', who: 'a hook of the gateway client' });
}
