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

/** Properties of a `GatewayError`. */
export interface ErrorFacts {
  /** Known effect of the call. */
  readonly outcome: Outcome;
  /** Number of attempts. The value is 0 if the client sent nothing. */
  readonly attempts: number;
  /** The underlying error, if any. */
  readonly cause?: unknown;
}

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

/** Returns whether the value is an error of the SDK, including errors of another copy of the package. */
export function isGatewayError(error: unknown): error is GatewayError {
  return brandOf(error) !== undefined;
}

/** The class name of an error of the SDK, or undefined for any other value. */
export function brandOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !(brand in error)) return undefined;
  return String(error[brand]);
}

/** Name, message and code of a cause. Omits other properties, which belong to the application. */
function summary(cause: unknown): unknown {
  if (!(cause instanceof Error)) return typeof cause === 'string' ? cause : typeof cause;
  const code = 'code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {};
  return { name: cause.name, message: cause.message, ...code };
}
