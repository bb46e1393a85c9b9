import { type ErrorFacts, GatewayError, type Outcome } from './errors/gateway-error.ts';
import type { CallLimits } from './options.ts';

/** How one attempt ended. */
export type AttemptResult<T> = { readonly ok: true; readonly value: T } | Failure;

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
  /** Told before the wait. */
  readonly onRetry?: (attempt: number, next: Delay) => void;
}

/** The wait before the next attempt, in milliseconds. */
export interface Delay {
  readonly delay: number;
  /** Whether the gateway set it by `Retry-After`. */
  readonly retryAfter: boolean;
}

const baseDelay = 500;
const maxDelay = 8_000;

/**
 * The wait before the retry with this number, in milliseconds: anything from zero to 500 ms, doubled with each
 * retry, 8 s at most. Full jitter, with no floor: clients that failed together do not come back together.
 */
function backoff(retry: number): number {
  return Math.random() * Math.min(maxDelay, baseDelay * 2 ** (retry - 1));
}

/**
 * Makes attempts until one succeeds, fails for good, or the limits are used up. Once an attempt of unknown outcome
 * was made, no later refusal makes the outcome known: the order may exist.
 *
 * @param attempt makes the attempt with this number within this many milliseconds; does not throw
 * @throws {GatewayError} of the last attempt, or the base class when the signal ends the call
 */
export async function withRetries<T>(
  attempt: (number: number, timeLeft: number) => Promise<AttemptResult<T>>,
  options: RetryOptions,
): Promise<T> {
  const { operation, limits, signal } = options;
  const endsAt = performance.now() + limits.deadline;
  let outcome: Outcome = 'not_sent';
  for (let number = 1; ; number += 1) {
    if (signal?.aborted) throw aborted(operation, { outcome, attempts: number - 1, cause: signal.reason });
    const result = await attempt(number, endsAt - performance.now());
    if (result.ok) return result.value;
    outcome = outcome === 'unknown' ? outcome : result.outcome;
    const facts = { outcome, attempts: number };
    const next = decide(result, { ...facts, timeLeft: endsAt - performance.now() }, options);
    if ('note' in next) throw result.error(facts, next.note);
    options.onRetry?.(number, next);
    await wait(next.delay, signal);
  }
}

interface Standing {
  readonly outcome: Outcome;
  readonly attempts: number;
  readonly timeLeft: number;
}

/** The delay before the next attempt, or why there is none. */
function decide(
  failure: Failure,
  standing: Standing,
  options: RetryOptions,
): Delay | { readonly note: string } {
  const { maxRetries, maxRetryAfter, deadline } = options.limits;
  if (!failure.retriable || standing.attempts > maxRetries) return { note: '' };
  if (standing.outcome === 'unknown' && !options.idempotent) {
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
    : { delay: backoff(standing.attempts), retryAfter: false };
  if (next.delay < standing.timeLeft) return next;
  const wanted = next.retryAfter ? `the gateway asks to wait ${next.delay} ms` : 'there is no time';
  return { note: `not retried: ${wanted}, the deadline is ${deadline} ms` };
}

/** Waits; returns at once when the signal is aborted. */
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

/** The error of a call that its signal ended. */
export function aborted(operation: string, facts: ErrorFacts): GatewayError {
  return new GatewayError(`${operation} was aborted`, facts);
}
