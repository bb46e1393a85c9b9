import type { CallOptions } from '../calls/client-options.ts';
import { notify } from '../calls/hooks.ts';
import { isRetriable } from '../calls/judge.ts';
import { aborted, gatewayError, wait } from '../calls/retry.ts';
import { checkFunctions, checkOptions, checkSignal, integer, type OptionNames } from '../checks/options.ts';
import { isApiError } from '../errors/api-error.ts';
import { isConnectionError } from '../errors/connection-error.ts';
import { isResponseError } from '../errors/response-error.ts';
import { isTimeoutError, TimeoutError } from '../errors/timeout-error.ts';
import { type OrderQuery, orderQuery } from './order-query.ts';

/** Options of `waitForFinal`. */
export interface WaitOptions {
  /** Maximum wait in milliseconds. Default 600,000. */
  readonly deadline?: number | undefined;
  /**
   * Milliseconds between two queries, plus up to 20 % jitter. Default 3,000, because the gateway advises a query at
   * most every few seconds (spec: POST check-order-status). Use a shorter interval only with a gateway on your own
   * machine.
   */
  readonly interval?: number | undefined;
  /** Aborts the wait at any time. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Function that the client calls after every query, for example to show progress. The client does not wait for this
   * function. If the function throws, the error becomes a process warning.
   */
  readonly onQuery?: ((event: QueryEvent) => unknown) | undefined;
}

const waitOptionNames: OptionNames<WaitOptions> = {
  deadline: true,
  interval: true,
  signal: true,
  onQuery: true,
};

/** A completed query of `waitForFinal`. */
export interface QueryEvent {
  /** Number of the query, counted from 1. */
  readonly attempt: number;
  /** The status in the response, or undefined if the query failed. */
  readonly status: string | undefined;
  /** Milliseconds since the start of the wait. */
  readonly elapsed: number;
  /** Milliseconds until the next query, or undefined after the last query. */
  readonly nextIn: number | undefined;
}

const final: ReadonlySet<string> = new Set(['success', 'failed', 'expired']);

/** Returns whether a wait ends at this status. An unknown status is not final. */
function isFinal(status: string): boolean {
  return final.has(status);
}

/** A query of one order, and the operation that repeats it. */
export interface Wait<T> {
  readonly operation: string;
  readonly query: OrderQuery;
  readonly retrieve: (options: CallOptions) => Promise<T>;
}

/**
 * Queries until the status is final. Repeats failed queries.
 *
 * @throws {GatewayError} a `TimeoutError` at the deadline, or a permanent rejection such as `order_not_found`. The
 * cause of the `TimeoutError` is the last query's error
 */
export async function waitForFinal<T extends { readonly status: string }>(
  { operation, query, retrieve }: Wait<T>,
  options: WaitOptions,
): Promise<T> {
  try {
    orderQuery(operation, query);
    return await poll(operation, retrieve, options);
  } catch (error) {
    throw gatewayError(operation, error, 0);
  }
}

async function poll<T extends { readonly status: string }>(
  operation: string,
  retrieve: Wait<T>['retrieve'],
  options: WaitOptions,
): Promise<T> {
  checkOptions(operation, options, waitOptionNames);
  const { signal, onQuery } = options;
  checkSignal(signal);
  checkFunctions({ onQuery });
  const deadline = integer('deadline', options.deadline, { fallback: 600_000, min: 1 });
  const interval = integer('interval', options.interval, { fallback: 3_000, min: 1 });
  const startedAt = performance.now();
  let cause: unknown;
  for (let attempts = 0; ; ) {
    const timeLeft = Math.ceil(startedAt + deadline - performance.now());
    if (signal?.aborted) throw aborted(operation, { outcome: 'unknown', attempts, cause: signal.reason });
    if (timeLeft < 1) {
      const message = `${operation}: no final status within ${deadline} ms`;
      throw new TimeoutError(message, { outcome: 'unknown', attempts, cause });
    }
    const query = await settle(retrieve({ signal, deadline: timeLeft, maxRetries: 0 }));
    attempts += 1;
    const elapsed = Math.round(performance.now() - startedAt);
    const over = 'order' in query ? isFinal(query.order.status) : !isTransient(query.error);
    cause = 'error' in query ? query.error : undefined;
    const usual = Math.round(interval * (1 + Math.random() / 5));
    const pause = Math.max(0, Math.min(Math.max(usual, retryAfterOf(cause)), deadline - elapsed));
    const status = 'order' in query ? query.order.status : undefined;
    const nextIn = over || signal?.aborted ? undefined : pause;
    notify(onQuery, { attempt: attempts, status, elapsed, nextIn });
    if (over && 'order' in query) return query.order;
    if (over && !signal?.aborted) throw cause;
    await wait(pause, signal);
  }
}

async function settle<T>(query: Promise<T>): Promise<{ readonly order: T } | { readonly error: unknown }> {
  try {
    return { order: await query };
  } catch (error) {
    return { error };
  }
}

/** Returns whether a later query can succeed. */
function isTransient(error: unknown): boolean {
  if (isApiError(error)) return isRetriable(error.status, error.code);
  if (isResponseError(error)) return isRetriable(error.status);
  return isConnectionError(error) || isTimeoutError(error);
}

function retryAfterOf(error: unknown): number {
  return isApiError(error) || isResponseError(error) ? (error.retryAfter ?? 0) : 0;
}
