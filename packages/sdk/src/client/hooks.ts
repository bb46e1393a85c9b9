import type { Outcome } from './errors/gateway-error.ts';

/** The calls of the client, as hooks and error messages name them. */
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
  readonly operation: Operation;
  /** Counts from 1. */
  readonly attempt: number;
  readonly method: 'GET' | 'POST';
  /** Without the query, which carries the signature of a link query. */
  readonly url: string;
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
export interface RetryEvent extends AttemptEvent {
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
  readonly beforeAttempt?: ((event: AttemptEvent) => unknown) | undefined;
  readonly afterAttempt?: ((event: AttemptEndEvent) => unknown) | undefined;
  readonly beforeRetry?: ((event: RetryEvent) => unknown) | undefined;
}

/** Calls a hook so that a payment cannot fail on it. */
export function notify<E>(hook: ((event: E) => unknown) | undefined, event: E): void {
  if (hook === undefined) return;
  try {
    Promise.resolve(hook(event)).catch(warn);
  } catch (error) {
    warn(error);
  }
}

function warn(error: unknown): void {
  process.emitWarning(`a hook of the gateway client threw: ${String(error)}`, 'InrgateHookWarning');
}
