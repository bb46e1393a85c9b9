/**
 * What is known about a call that did not succeed; the answer to "is it safe to send this again?"
 *
 * - `not_sent`: nothing reached the gateway. Nothing happened.
 * - `rejected`: the gateway answered and refused. This call made nothing; after `duplicate_order` another order has the
 *   number.
 * - `unknown`: the order may exist. Send the same call again with the same order number, or query the order;
 *   never use a new number.
 */
export type Outcome = 'not_sent' | 'rejected' | 'unknown';

/** What a `GatewayError` carries. */
export interface ErrorFacts {
  /** What is known about the call. */
  readonly outcome: Outcome;
  /** How many attempts were made; 0 when nothing was sent. */
  readonly attempts: number;
  /** What led to it. */
  readonly cause?: unknown;
}

/** Registered, so that the guards recognise errors of another copy of this package. */
const brand = Symbol.for('@inrgate/sdk/error');

/**
 * The base of the errors of the client and of callbacks. Thrown itself when a call is aborted; its `cause` is then the
 * signal's reason. What `/protocol` throws (`SignatureError`, `MoneyError`, `FlatParseError`) is about no call, and none. No error of the SDK holds a key, a signature, an account number or a UPI ID: they are safe to log.
 */
export class GatewayError extends Error {
  /** The class, also in every copy of the package. */
  override readonly name: string = 'GatewayError';
  /** What is known about the call: whether it is safe to send it again. */
  readonly outcome: Outcome;
  /** How many attempts were made; 0 when nothing was sent. */
  readonly attempts: number;
  /**
   * What a shop responds with when it does not catch the error: 500, whatever `status` the gateway's response had.
   * Fastify reads this first. Express reads `status` first: mount `gatewayErrorHandler` there.
   */
  declare readonly statusCode: 500;

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.outcome = facts.outcome;
    this.attempts = facts.attempts;
    // Not shown. Frameworks may set it: http-errors does, and a getter alone would make it throw.
    Object.defineProperty(this, 'statusCode', { value: 500, writable: true, configurable: true });
  }

  /** @internal What the guards look at. */
  get [brand](): string {
    return this.name;
  }

  /** The error as plain data, safe to log. */
  toJSON(): Record<string, unknown> {
    const cause = this.cause === undefined ? {} : { cause: summary(this.cause) };
    return { ...Object.fromEntries(Object.entries(this)), message: this.message, ...cause };
  }
}

/** Whether this is an error of the SDK, also of another copy of the package. */
export function isGatewayError(error: unknown): error is GatewayError {
  return brandOf(error) !== undefined;
}

/** The class name of an error of the SDK; undefined for anything else. */
export function brandOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !(brand in error)) return undefined;
  return String(error[brand]);
}

/** Name, message and code of a cause: enough to diagnose, and nothing that an application hung on it. */
function summary(cause: unknown): unknown {
  if (!(cause instanceof Error)) return typeof cause === 'string' ? cause : typeof cause;
  const code = 'code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {};
  return { name: cause.name, message: cause.message, ...code };
}
