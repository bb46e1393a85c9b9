import { brandOf, type ErrorFacts, GatewayError } from './gateway-error.ts';

/** What a `ResponseError` is made of. */
export interface ResponseErrorFacts extends ErrorFacts {
  /** The HTTP status. */
  readonly status: number;
  /** The beginning of the answer's body, without secrets. */
  readonly body: string;
  /** Milliseconds that the answer asked to wait; undefined when it did not. */
  readonly retryAfter: number | undefined;
}

/**
 * An answer that is not the API's: a proxy's HTML page, a redirect, an empty body, an envelope without its data, or about
 * something else than was asked for.
 * Who answered is not known, so neither is what happened: the outcome is `unknown`.
 */
export class ResponseError extends GatewayError {
  /** Also in every copy of the package. */
  override readonly name = 'ResponseError';
  /** The HTTP status. */
  readonly status: number;
  /** The beginning of the answer's body, 2 KB at most. */
  readonly body: string;
  /** Milliseconds that the answer asked to wait; undefined when it did not. */
  readonly retryAfter: number | undefined;

  constructor(message: string, facts: ResponseErrorFacts) {
    super(message, facts);
    this.status = facts.status;
    this.body = facts.body;
    this.retryAfter = facts.retryAfter;
  }
}

/** Whether this is a `ResponseError`, also of another copy of the package. */
export function isResponseError(error: unknown): error is ResponseError {
  return brandOf(error) === 'ResponseError';
}
