import { isApiError } from '../client/errors/api-error.ts';
import { isConnectionError } from '../client/errors/connection-error.ts';
import { isResponseError } from '../client/errors/response-error.ts';
import { isTimeoutError, TimeoutError } from '../client/errors/timeout-error.ts';
import { isRetriable } from '../client/judge.ts';
import { type CallOptions, integer } from '../client/options.ts';
import { aborted, wait } from '../client/retry.ts';

/** How `waitForFinal` queries. */
export interface WaitOptions {
  /** Milliseconds until it gives up. Default 600,000. */
  readonly deadline?: number | undefined;
  /**
   * Milliseconds between two queries, to which up to a fifth is added at random. Default 3,000; the gateway advises a
   * few seconds at least (spec: POST check-order-status).
   */
  readonly interval?: number | undefined;
  /** Ends the wait at any moment. */
  readonly signal?: AbortSignal | undefined;
}

const final: ReadonlySet<string> = new Set(['success', 'failed', 'expired']);

/**
 * Queries until the status is final. A state that is not known is not final, and a query without an answer is made
 * again.
 *
 * @throws {GatewayError} a `TimeoutError` at the deadline, whose cause is the last query's error, if it failed; what
 * the gateway refuses, such as `order_not_found`
 */
export async function waitForFinal<T extends { readonly status: string }>(
  operation: string,
  retrieve: (options: CallOptions) => Promise<T>,
  options: WaitOptions,
): Promise<T> {
  const { signal } = options;
  const deadline = integer('deadline', options.deadline, { fallback: 600_000, min: 1 });
  const interval = integer('interval', options.interval, { fallback: 3_000, min: 1 });
  const endsAt = performance.now() + deadline;
  let cause: unknown;
  for (let attempts = 0; ; attempts += 1) {
    const timeLeft = Math.ceil(endsAt - performance.now());
    if (signal?.aborted) throw aborted(operation, { outcome: 'unknown', attempts, cause: signal.reason });
    if (timeLeft < 1) {
      throw new TimeoutError(`${operation}: no final status within ${deadline} ms`, {
        outcome: 'unknown',
        attempts,
        cause,
      });
    }
    const query = await settle(retrieve({ signal, deadline: timeLeft, maxRetries: 0 }));
    if ('order' in query && final.has(query.order.status)) return query.order;
    if ('error' in query && !signal?.aborted && !isTransient(query.error)) throw query.error;
    cause = 'error' in query ? query.error : undefined;
    const pause = Math.max(interval * (1 + Math.random() / 5), retryAfterOf(cause));
    await wait(Math.min(pause, endsAt - performance.now()), signal);
  }
}

async function settle<T>(query: Promise<T>): Promise<{ readonly order: T } | { readonly error: unknown }> {
  try {
    return { order: await query };
  } catch (error) {
    return { error };
  }
}

/** No answer, or one that says to come back. */
function isTransient(error: unknown): boolean {
  if (isApiError(error)) return isRetriable(error.status, error.code);
  if (isResponseError(error)) return isRetriable(error.status);
  return isConnectionError(error) || isTimeoutError(error);
}

function retryAfterOf(error: unknown): number {
  return isApiError(error) || isResponseError(error) ? (error.retryAfter ?? 0) : 0;
}
