import type { V3ErrorCode } from '../protocol/error-codes.ts';
import type { V1ErrorCode } from '../protocol/v1-error-codes.ts';
import { brandOf, type ErrorFacts, GatewayError } from './gateway-error.ts';

/**
 * A code of the API (spec: Errors): one of those that are known, {@link V3ErrorCode} and {@link V1ErrorCode}, or
 * another. `v3Errors` and `v1Errors` of `@inrgate/sdk/protocol` say of each known one what it means and what to do.
 */
export type ApiErrorCode = V3ErrorCode | V1ErrorCode | (string & {});

/** What an `ApiError` is made of. */
export interface ApiErrorFacts extends ErrorFacts {
  /** The stable code of the API. */
  readonly code: ApiErrorCode;
  /** The HTTP status. */
  readonly status: number;
  /** Milliseconds that the gateway asked to wait; undefined when it did not. */
  readonly retryAfter: number | undefined;
}

/** The gateway answered, and refused or failed (spec: Errors). */
export class ApiError extends GatewayError {
  /** Also in every copy of the package. */
  override readonly name = 'ApiError';
  /** The stable code of the API, such as `insufficient_balance`. */
  readonly code: ApiErrorCode;
  /** The HTTP status; 409 where an order found by query is at odds with the call. */
  readonly status: number;
  /** Milliseconds that the gateway asked to wait; undefined when it did not. */
  readonly retryAfter: number | undefined;

  constructor(message: string, facts: ApiErrorFacts) {
    super(message, facts);
    this.code = facts.code;
    this.status = facts.status;
    this.retryAfter = facts.retryAfter;
  }
}

/** Whether this is an `ApiError`, also of another copy of the package. */
export function isApiError(error: unknown): error is ApiError {
  return brandOf(error) === 'ApiError';
}
