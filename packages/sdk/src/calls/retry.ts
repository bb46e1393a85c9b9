import { type ErrorFacts, GatewayError, isGatewayError, type Outcome } from '../errors/gateway-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import type { CallLimits } from './client-options.ts';

export type AttemptResult<T> = Success<T> | Failure;

/** An attempt that succeeded. */
export interface Success<T> {
  readonly ok: true;
  readonly value: T;
  readonly status: number;
  readonly headers: Headers;
}

/** A failed attempt, evaluated without the results of earlier attempts. */
export interface Failure {
  readonly ok: false;
  readonly outcome: Outcome;
  readonly code?: string;
  /** True if the same request can succeed later. */
  readonly retriable: boolean;
  /** Milliseconds of the response's `Retry-After`. */
  readonly retryAfter?: number | undefined;
  /** Creates the caller's error from the facts of all attempts. */
  readonly error: (facts: ErrorFacts, note: string) => GatewayError;
}

/** Options for the retries of a call. */
export interface RetryOptions {
  /** Name of the call, for messages. */
  readonly operation: string;
  readonly limits: CallLimits;
  readonly signal?: AbortSignal | undefined;
  /**
   * True if the client can repeat the request after an unknown outcome. Without the merchant's order number, a repeated
   * request would create a second order.
   */
  readonly idempotent: boolean;
  /** Number of attempts so far. It excludes attempts that ended during their wait for the rate limit. */
  readonly attempts: () => number;
  readonly onRetry?: (next: Delay) => void;
}

/** State of the previous attempts. */
export interface RetryState {
  /** The deadline in milliseconds of `performance.now()`. */
  readonly endsAt: number;
  /** Combined outcome of the attempts so far. */
  readonly outcome: Outcome;
}

/** The wait before the next attempt, in milliseconds. */
export interface Delay {
  readonly delay: number;
  /** True if the gateway's `Retry-After` determines the wait. */
  readonly retryAfter: boolean;
}

const maxDelay = 8_000;

/**
 * Random wait before this retry in milliseconds, from zero to `longest`. Each retry doubles the maximum, up to 8 s. The
 * jitter spreads the retries of clients that failed simultaneously.
 */
function backoff(retry: number, longest: number): number {
  return Math.random() * Math.min(Math.max(maxDelay, longest), longest * 2 ** (retry - 1));
}

/**
 * Repeats attempts until one succeeds, fails permanently, or reaches a limit. After an attempt of unknown outcome, a
 * later rejection leaves the outcome unknown, because the order may exist.
 *
 * @param attempt never throws
 * @throws {GatewayError} of the last attempt, or the base class if the signal aborts the call
 */
export async function withRetries<T>(
  attempt: (state: RetryState) => Promise<AttemptResult<T>>,
  options: RetryOptions,
): Promise<Success<T>> {
  const { operation, limits, signal } = options;
  const endsAt = performance.now() + limits.deadline;
  let outcome: Outcome = 'not_sent';
  for (let retry = 1; ; retry += 1) {
    if (signal?.aborted) {
      throw aborted(operation, { outcome, attempts: options.attempts(), cause: signal.reason });
    }
    const result = await attempt({ endsAt, outcome });
    if (result.ok) return result;
    outcome = worse(outcome, result.outcome);
    const next = decide(result, { retry, outcome, timeLeft: endsAt - performance.now() }, options);
    if ('note' in next) throw result.error({ outcome, attempts: options.attempts() }, next.note);
    options.onRetry?.(next);
    await wait(next.delay, signal);
  }
}

/** Combined outcome of two attempts: unknown if either outcome is unknown. */
function worse(before: Outcome, now: Outcome): Outcome {
  if (before === 'unknown') return before;
  return now === 'not_sent' ? before : now;
}

interface Situation {
  /** Number of the next retry, counted from 1. */
  readonly retry: number;
  readonly outcome: Outcome;
  readonly timeLeft: number;
}

/** Returns the wait before the next attempt, or the reason for no retry. */
function decide(
  failure: Failure,
  { retry, outcome, timeLeft }: Situation,
  options: RetryOptions,
): Delay | { readonly note: string } {
  const { maxRetries, maxRetryAfter, deadline } = options.limits;
  if (!failure.retriable || retry > maxRetries) return { note: '' };
  if (outcome === 'unknown' && !options.idempotent) {
    return { note: 'not retried: a repeat could create a second link' };
  }
  const { retryAfter } = failure;
  if (retryAfter !== undefined && retryAfter > maxRetryAfter) {
    return {
      note: `not retried: Retry-After is ${retryAfter} ms, above maxRetryAfter of ${maxRetryAfter} ms`,
    };
  }
  // A Retry-After of 0 specifies no wait, so use the backoff.
  const next = retryAfter
    ? { delay: retryAfter, retryAfter: true }
    : { delay: backoff(retry, options.limits.backoff), retryAfter: false };
  if (next.delay < timeLeft) return next;
  const wanted = next.retryAfter ? `Retry-After of ${next.delay} ms` : 'the next wait';
  return { note: `not retried: ${wanted} exceeds the deadline of ${deadline} ms` };
}

/** Waits. Returns immediately when the signal is aborted. */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}

/** The error of a call that a signal aborted. */
export function aborted(operation: string, facts: ErrorFacts): GatewayError {
  return new GatewayError(`${operation} was aborted`, facts);
}

/** The error that the call rejects with. Replaces an unexpected error, because its message can contain secrets. */
export function gatewayError(operation: string, error: unknown, attempts: number): GatewayError {
  if (isGatewayError(error)) return error;
  const [outcome, why] =
    attempts > 0
      ? (['unknown', 'an unexpected error occurred after the client had sent a request'] as const)
      : (['not_sent', 'the client could not read the arguments'] as const);
  return new GatewayError(`${operation} failed: ${why}`, { outcome, attempts });
}

/** The failure of an attempt that was aborted or timed out while it waited for the request rate. */
export function noTurn(operation: string, deadline: number, signal: AbortSignal | undefined): Failure {
  return {
    ok: false,
    outcome: 'not_sent',
    retriable: false,
    error: (facts) =>
      signal?.aborted
        ? aborted(operation, { ...facts, cause: signal.reason })
        : new TimeoutError(
            `${operation}: requestsPerMinute allowed no request within the deadline of ${deadline} ms`,
            facts,
          ),
  };
}
