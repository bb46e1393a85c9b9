import { type Caller, type CallPromise, wait } from '../calls/call.ts';
import { type Arguments, checkedArguments, type Endpoint, type Rules } from '../calls/endpoint.ts';
import { abortedError, gatewayError, isRetriable } from '../calls/failure.ts';
import { notify } from '../calls/hooks.ts';
import type { CallOptions } from '../calls/options.ts';
import {
  ConfigurationError,
  isApiError,
  isConnectionError,
  isResponseError,
  isTimeoutError,
  TimeoutError,
} from '../errors/errors.ts';
import { checkFunctions, checkOptions, checkSignal, integer, type OptionNames } from '../options/options.ts';
import { mchOrderNoPattern, urlMaxLength } from '../protocol/limits.ts';
import { amountPattern } from '../protocol/money.ts';

// What pay-ins, payouts and links have in common.

export const text = { meaning: 'text' };

/** Counts code points, as the gateway does. */
export function shortText(maxLength: number) {
  return {
    accepts: (value: string) => value.length <= maxLength || [...value].length <= maxLength,
    meaning: `a string of at most ${maxLength} characters`,
  };
}

export const url = { accepts: isHttpUrl, meaning: 'an absolute http or https URL without user info' };

function isHttpUrl(value: string): boolean {
  if (value.length > urlMaxLength || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

const isOrderNo = (value: string) => mchOrderNoPattern.test(value);
const orderNoMeaning = '1 to 100 letters, digits and _ - . : # /';

export const orderRules = {
  mchOrderNo: { required: true, accepts: isOrderNo, meaning: orderNoMeaning },
  amount: {
    required: true,
    accepts: (value: string) => amountPattern.test(value) && /[1-9]/.test(value),
    meaning: 'a string with two decimals and above zero, for example "500.00"',
  },
} as const satisfies Rules;

/**
 * Identifies an order by your order number, the gateway order number, or both. Two order numbers must identify the same
 * order.
 */
export type OrderQuery =
  | {
      /** Your order number. */
      readonly mchOrderNo: string;
      /** The gateway order number. */
      readonly orderNo?: string | undefined;
    }
  | {
      /** Your order number. */
      readonly mchOrderNo?: string | undefined;
      /** The gateway order number. */
      readonly orderNo: string;
    };

export interface Order {
  /** The gateway order number. */
  readonly orderNo: string;
  /** Your order number. */
  readonly mchOrderNo: string;
  /** Time of creation as ISO 8601 in IST, or null if the gateway omits the field. */
  readonly createdAt: string | null;
  /** Time of payment as ISO 8601 in IST, or null for an unpaid order. */
  readonly paidAt: string | null;
  /** True if an earlier call or attempt with the same `mchOrderNo` created the order. */
  readonly duplicate: boolean;
}

/** The parts of an endpoint that queries an order (spec: POST check-order-status). The key determines the kind. */
export function orderQuery<const Name extends string>(operation: Name) {
  return {
    operation,
    target: { api: 'v3', endpoint: 'check-order-status' },
    rules: { mchOrderNo: { accepts: isOrderNo, meaning: orderNoMeaning }, orderNo: text },
    isQuery: true,
    check({ mchOrderNo, orderNo }: Arguments) {
      if (mchOrderNo === undefined && orderNo === undefined) {
        throw new ConfigurationError(`${operation} needs mchOrderNo or orderNo`);
      }
    },
    echoed: (given: Arguments) => given,
  } as const;
}

/**
 * State of an order after a crash, and the next step.
 *
 * - `done`: the order's status is final: `success`, or `failed` of a payout.
 * - `wait`: the order can still change. A failed or expired pay-in can still be paid. Wait for its callback or use `waitForFinal`. Do not create another order.
 * - `create`: the order does not exist. Create it with the **same** `mchOrderNo`, because a delayed request can still
 * create the order.
 */
export type Recovery<Order> =
  | {
      readonly exists: true;
      readonly order: Order;
      /** `done` if the order's status is final. */
      readonly next: 'done' | 'wait';
    }
  | {
      readonly exists: false;
      readonly order: null;
      /** Create the order with the same order number, never with a new one. */
      readonly next: 'create';
    };

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

const waitOptions: OptionNames<WaitOptions> = { deadline: true, interval: true, signal: true, onQuery: true };

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

export class Orders<Params, Found extends { readonly status: string }, Options extends CallOptions> {
  readonly #caller: Caller;
  readonly #create: Endpoint<Found>;
  readonly #query: Endpoint<Found>;
  readonly #final: readonly string[];

  /**
   * @internal Created by the client.
   * @param final the statuses that can never change
   */
  constructor(caller: Caller, create: Endpoint<Found>, query: Endpoint<Found>, final: readonly string[]) {
    this.#caller = caller;
    this.#create = create;
    this.#query = query;
    this.#final = final;
  }

  /**
   * Creates an order, or returns the existing order with this `mchOrderNo`. A payout must come from an allow-listed IP
   * address (spec: POST payin; POST payout).
   *
   * @throws {GatewayError} if the call fails. After the outcome `unknown`, repeat the call with the same `mchOrderNo`.
   * A new order number can pay a beneficiary twice
   */
  create(params: Params, options?: Options): CallPromise<Found> {
    return this.#caller.call(this.#create, params, options);
  }

  /**
   * Queries an order (spec: POST check-order-status). The key determines the kind.
   *
   * @throws {GatewayError} an `ApiError` with code `order_not_found` if the order does not exist
   */
  retrieve(query: OrderQuery, options?: CallOptions): CallPromise<Found> {
    return this.#caller.call(this.#query, query, options);
  }

  /**
   * Returns whether an order exists, and the next step. Call this method after a crash or an outcome `unknown`.
   *
   * @throws {GatewayError} if the query fails. The state of the order is then still unknown, so retry the query
   */
  async recover(mchOrderNo: string, options?: CallOptions): Promise<Recovery<Found>> {
    try {
      const order = await this.retrieve({ mchOrderNo }, options);
      return { exists: true, order, next: this.#final.includes(order.status) ? 'done' : 'wait' };
    } catch (error) {
      if (!isApiError(error) || error.code !== 'order_not_found') throw error;
      return { exists: false, order: null, next: 'create' };
    }
  }

  /**
   * Queries the order until its status is `success`, `failed` or `expired`, and repeats failed queries. A pay-in can
   * still change from `expired` or `failed` to `success`, so rely on callbacks instead of queries.
   *
   * @throws {GatewayError} a `TimeoutError` at the deadline, or a permanent rejection such as `order_not_found`. The
   * cause of the `TimeoutError` is the last query's error
   */
  async waitForFinal(query: OrderQuery, options: WaitOptions = {}): Promise<Found> {
    const operation = this.#query.operation.replace('retrieve', 'waitForFinal');
    try {
      checkedArguments(orderQuery(operation), query);
      checkOptions(operation, options, waitOptions);
      return await poll(operation, (limits) => this.retrieve(query, limits), options);
    } catch (error) {
      throw gatewayError(operation, error, 0);
    }
  }
}

async function poll<T extends { readonly status: string }>(
  operation: string,
  retrieve: (options: CallOptions) => Promise<T>,
  { signal, onQuery, ...options }: WaitOptions,
): Promise<T> {
  checkSignal(signal);
  checkFunctions({ onQuery });
  const deadline = integer('deadline', options.deadline, { fallback: 600_000, min: 1 });
  const interval = integer('interval', options.interval, { fallback: 3_000, min: 1 });
  const startedAt = performance.now();
  let cause: unknown;
  for (let attempts = 0; ; ) {
    const timeLeft = Math.ceil(startedAt + deadline - performance.now());
    if (signal?.aborted)
      throw abortedError(operation, { outcome: 'unknown', attempts, cause: signal.reason });
    if (timeLeft < 1) {
      const message = `${operation}: no final status within ${deadline} ms`;
      throw new TimeoutError(message, { outcome: 'unknown', attempts, cause });
    }
    const query = await settle(retrieve({ signal, deadline: timeLeft, maxRetries: 0 }));
    attempts += 1;
    const elapsed = Math.round(performance.now() - startedAt);
    const status = 'order' in query ? query.order.status : undefined;
    const over = 'order' in query ? final.has(query.order.status) : !isTransient(query.error);
    cause = 'error' in query ? query.error : undefined;
    const usual = Math.round(interval * (1 + Math.random() / 5));
    const pause = Math.max(0, Math.min(Math.max(usual, retryAfterOf(cause)), deadline - elapsed));
    const nextIn = over || signal?.aborted ? undefined : pause;
    notify(onQuery, { attempt: attempts, status, elapsed, nextIn });
    if (over && 'order' in query) return query.order;
    if (over && !signal?.aborted) throw cause;
    await wait(pause, signal);
  }
}

const final: ReadonlySet<string> = new Set(['success', 'failed', 'expired']);

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
