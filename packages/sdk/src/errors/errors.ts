import type { V1ErrorCode, V3ErrorCode } from '../protocol/known-codes.ts';

/**
 * Known effect of a failed call. It determines whether a retry is safe.
 *
 * - `not_sent`. The gateway received nothing.
 * - `rejected`. The gateway rejected the call, so this call created no order. After `duplicate_order`, another order
 * has this order number.
 * - `unknown`. The order may exist. Repeat the call with the same order number, or query the order. Never use a new
 * order number.
 */
export type Outcome = 'not_sent' | 'rejected' | 'unknown';

export interface ErrorFacts {
  readonly outcome: Outcome;
  /** Number of attempts. The value is 0 if the client sent nothing. */
  readonly attempts: number;
  readonly cause?: unknown;
}

/** Facts of an error that occurred before any attempt. */
export const notSent: ErrorFacts = { outcome: 'not_sent', attempts: 0 };

/** Registered symbol by which the guards recognize errors of another copy of this package. */
const brand = Symbol.for('@inrgate/sdk/error');

/**
 * The base class of errors of the client and of callbacks. An aborted call rejects with the base class, and `cause` is
 * the signal's reason. `SignatureError`, `MoneyError` and `FlatParseError` of `/protocol` do not extend it. Errors
 * never contain a key, signature, account number or UPI ID, so you can log them.
 */
export class GatewayError extends Error {
  /** The class name, identical in every copy of the package. */
  override readonly name: string = 'GatewayError';
  /** Known effect of the call. After `unknown`, the order may exist. */
  readonly outcome: Outcome;
  /** Number of attempts. The value is 0 if the client sent nothing. */
  readonly attempts: number;
  /**
   * 500, the status of a shop's response to an uncaught error. Fastify reads `statusCode` first. Express reads `status`
   * first, so mount `gatewayErrorHandler` in Express.
   */
  declare readonly statusCode: 500;

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.outcome = facts.outcome;
    this.attempts = facts.attempts;
    // The property is not enumerable, so it stays out of logs. It is writable, because frameworks such as http-errors
    // set it.
    Object.defineProperty(this, 'statusCode', { value: 500, writable: true, configurable: true });
  }

  /** @internal */
  get [brand](): string {
    return this.name;
  }

  /** The error as plain data that is safe to log. */
  toJSON(): Record<string, unknown> {
    const cause = this.cause === undefined ? {} : { cause: summary(this.cause) };
    return { ...Object.fromEntries(Object.entries(this)), message: this.message, ...cause };
  }
}

/** Name, message and code of a cause. Omits other properties, which belong to the application. */
function summary(cause: unknown): unknown {
  if (!(cause instanceof Error)) return typeof cause === 'string' ? cause : typeof cause;
  const code = 'code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {};
  return { name: cause.name, message: cause.message, ...code };
}

/**
 * A known {@link V3ErrorCode} or {@link V1ErrorCode}, or a code that this version of the SDK does not know (spec:
 * Errors). `v3Errors` and `v1Errors` of `@inrgate/sdk/protocol` describe each known code and its fix.
 */
export type ApiErrorCode = V3ErrorCode | V1ErrorCode | (string & {});

export type ApiErrorFacts = ErrorFacts & Pick<ApiError, 'code' | 'status' | 'retryAfter'>;

/** The gateway rejected the call, or the gateway itself failed (spec: Errors). */
export class ApiError extends GatewayError {
  override readonly name = 'ApiError';
  /** The stable code of the API, for example `insufficient_balance`. */
  readonly code: ApiErrorCode;
  /** The HTTP status. It is 409 if a query returns an order that conflicts with the call. */
  readonly status: number;
  /** The `Retry-After` header in milliseconds, or undefined if the response has no such header. */
  readonly retryAfter: number | undefined;

  constructor(message: string, facts: ApiErrorFacts) {
    super(message, facts);
    this.code = facts.code;
    this.status = facts.status;
    this.retryAfter = facts.retryAfter;
  }
}

export type ResponseErrorFacts = ErrorFacts & Pick<ResponseError, 'status' | 'body' | 'retryAfter'>;

/**
 * An invalid API response, for example a proxy's HTML page, a redirect, an empty body, or data of a different order.
 * The outcome is `unknown`, because the gateway may have received the request.
 */
export class ResponseError extends GatewayError {
  override readonly name = 'ResponseError';
  readonly status: number;
  /** The first 2 KB of the response body, without secrets. */
  readonly body: string;
  /** The `Retry-After` header in milliseconds, or undefined if the response has no such header. */
  readonly retryAfter: number | undefined;

  constructor(message: string, facts: ResponseErrorFacts) {
    super(message, facts);
    this.status = facts.status;
    this.body = facts.body;
    this.retryAfter = facts.retryAfter;
  }
}

/**
 * The connection was refused, reset or closed before a complete response. The outcome is `not_sent` only if the client
 * never connected.
 */
export class ConnectionError extends GatewayError {
  override readonly name = 'ConnectionError';
}

/** The call reached its `timeout` or `deadline` before a complete response, or `waitForFinal` reached its deadline. */
export class TimeoutError extends GatewayError {
  override readonly name = 'TimeoutError';
}

/** A key or base URL is missing, or an option or argument is invalid. The client sent nothing. */
export class ConfigurationError extends GatewayError {
  override readonly name = 'ConfigurationError';

  constructor(message: string) {
    super(message, notSent);
  }
}

/** The class name of an error of the SDK, or undefined for any other value. */
export function brandOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !(brand in error)) return undefined;
  return String(error[brand]);
}

/** Returns whether the value is an error of the SDK, including errors of another copy of the package. */
export function isGatewayError(error: unknown): error is GatewayError {
  return brandOf(error) !== undefined;
}

/** Returns whether the value is an `ApiError`, including errors of another copy of the package. */
export function isApiError(error: unknown): error is ApiError {
  return brandOf(error) === 'ApiError';
}

/** Returns whether the value is a `ResponseError`, including errors of another copy of the package. */
export function isResponseError(error: unknown): error is ResponseError {
  return brandOf(error) === 'ResponseError';
}

/** Returns whether the value is a `ConnectionError`, including errors of another copy of the package. */
export function isConnectionError(error: unknown): error is ConnectionError {
  return brandOf(error) === 'ConnectionError';
}

/** Returns whether the value is a `TimeoutError`, including errors of another copy of the package. */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return brandOf(error) === 'TimeoutError';
}

/** Returns whether the value is a `ConfigurationError`, including errors of another copy of the package. */
export function isConfigurationError(error: unknown): error is ConfigurationError {
  return brandOf(error) === 'ConfigurationError';
}
