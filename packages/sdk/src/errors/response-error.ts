import { brandOf, type ErrorFacts, GatewayError } from './gateway-error.ts';

/** Properties of a `ResponseError`. */
export interface ResponseErrorFacts extends ErrorFacts {
  /** The HTTP status. */
  readonly status: number;
  /** The first 2 KB of the response body, without secrets. */
  readonly body: string;
  /** The `Retry-After` header in milliseconds, or undefined if the response has no such header. */
  readonly retryAfter: number | undefined;
}

/**
 * An invalid API response, for example a proxy's HTML page, a redirect, an empty body, or data of a different order.
 * The outcome is `unknown`, because the gateway may have received the request.
 */
export class ResponseError extends GatewayError {
  /** The class name, identical in every copy of the package. */
  override readonly name = 'ResponseError';
  /** The HTTP status. */
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

/** Returns whether the value is a `ResponseError`, including errors of another copy of the package. */
export function isResponseError(error: unknown): error is ResponseError {
  return brandOf(error) === 'ResponseError';
}
