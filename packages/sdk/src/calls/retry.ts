import { type ErrorFacts, GatewayError, isGatewayError, type Outcome } from '../errors/gateway-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import type { CallLimits } from './client-options.ts';

/** How one attempt ended. */
export type AttemptResult<T> = Success<T> | Failure;

/** An attempt that succeeded. */
export interface Success<T> {
  readonly ok: true;
  readonly value: T;
  /** The HTTP status. */
  readonly status: number;
  readonly headers: Headers;
}

/** An attempt that did not succeed, judged by itself. */
export interface Failure {
  readonly ok: false;
  readonly outcome: Outcome;
  /** The API's error code. */
  readonly code?: string;
  /** Whether the same request can succeed later. */
  readonly retriable: boolean;
  /** Milliseconds that the answer asked to wait. */
  readonly retryAfter?: number | undefined;
  /** The error for the caller, once it is known what all the attempts amount to. */
  readonly error: (facts: ErrorFacts, note: string) => GatewayError;
}

/** When attempts are made again, and who is told. */
export interface RetryOptions {
  /** The call, for messages. */
  readonly operation: string;
  readonly limits: CallLimits;
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether the request can be repeated when it is not known if it was carried out. Without an order number of the
   * merchant's the repeat would be a second order.
   */
  readonly idempotent: boolean;
  /** How many attempts were made so far: one each time, or more, or none where there was no turn for it. */
  readonly attempts: () => number;
  /** Told before the wait. */
  readonly onRetry?: (next: Delay) => void;
}

/** What an attempt has to know of those before it. */
export interface RetryState {
  /** When the deadline is, by `performance.now()`. */
  readonly endsAt: number;
  /** What the attempts so far amount to. */
  readonly outcome: Outcome;
}

/** The wait before the next attempt, in milliseconds. */
export interface Delay {
  readonly delay: number;
  /** Whether the gateway set it by `Retry-After`. */
  readonly retryAfter: boolean;
}

const maxDelay = 8_000;

/**
 * The wait before the retry with this number, in milliseconds: anything from zero to `longest`, doubled with each
 * retry, 8 s at most. Full jitter, with no floor: clients that failed together do not come back together.
 */
function backoff(retry: number, longest: number): number {
  return Math.random() * Math.min(Math.max(maxDelay, longest), longest * 2 ** (retry - 1));
}

/**
 * Makes attempts until one succeeds, fails for good, or the limits are used up. Once an attempt of unknown outcome
 * was made, no later refusal makes the outcome known: the order may exist.
 *
 * @param attempt does not throw
 * @throws {GatewayError} of the last attempt, or the base class when the signal ends the call
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

/** What two attempts amount to: unknown if one is, and what was not sent changes nothing. */
function worse(before: Outcome, now: Outcome): Outcome {
  if (before === 'unknown') return before;
  return now === 'not_sent' ? before : now;
}

interface Situation {
  /** Which retry would be the next one, from 1. */
  readonly retry: number;
  readonly outcome: Outcome;
  readonly timeLeft: number;
}

/** The delay before the next attempt, or why there is none. */
function decide(
  failure: Failure,
  { retry, outcome, timeLeft }: Situation,
  options: RetryOptions,
): Delay | { readonly note: string } {
  const { maxRetries, maxRetryAfter, deadline } = options.limits;
  if (!failure.retriable || retry > maxRetries) return { note: '' };
  if (outcome === 'unknown' && !options.idempotent) {
    return { note: 'not sent again, because a repeat could create a second one' };
  }
  const { retryAfter } = failure;
  if (retryAfter !== undefined && retryAfter > maxRetryAfter) {
    return {
      note: `not retried: the gateway asks to wait ${retryAfter} ms, maxRetryAfter is ${maxRetryAfter} ms`,
    };
  }
  // Retry-After: 0 says nothing about when; the backoff does.
  const next = retryAfter
    ? { delay: retryAfter, retryAfter: true }
    : { delay: backoff(retry, options.limits.backoff), retryAfter: false };
  if (next.delay < timeLeft) return next;
  const wanted = next.retryAfter ? `the gateway asks to wait ${next.delay} ms` : 'there is no time';
  return { note: `not retried: ${wanted}, the deadline is ${deadline} ms` };
}

/** Waits; returns at once when one of the signals is aborted. */
export async function wait(ms: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  if (signals.some((signal) => signal?.aborted)) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      for (const signal of signals) signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    for (const signal of signals) signal?.addEventListener('abort', done, { once: true });
  });
}

/** The error of a call that its signal ended. */
export function aborted(operation: string, facts: ErrorFacts): GatewayError {
  return new GatewayError(`${operation} was aborted`, facts);
}

/**
 * What leaves a call: the error if it is the SDK's, or one that holds nothing of it. Another was not expected, so no
 * secret was removed from it.
 */
export function gatewayError(operation: string, error: unknown, attempts: number): GatewayError {
  if (isGatewayError(error)) return error;
  const [outcome, why] =
    attempts > 0
      ? (['unknown', 'something threw after a request was sent'] as const)
      : (['not_sent', 'its arguments could not be read'] as const);
  return new GatewayError(`${operation} failed: ${why}`, { outcome, attempts });
}

/** An attempt that was not made: aborted, or out of time, while it waited for its turn. */
export function noTurn(operation: string, deadline: number, signal: AbortSignal | undefined): Failure {
  return {
    ok: false,
    outcome: 'not_sent',
    retriable: false,
    error: (facts) =>
      signal?.aborted
        ? aborted(operation, { ...facts, cause: signal.reason })
        : new TimeoutError(`${operation}: no turn to send within the deadline of ${deadline} ms`, facts),
  };
}
