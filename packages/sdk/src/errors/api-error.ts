import type { V1ErrorCode, V3ErrorCode } from '../protocol/known-codes.ts';
import { brandOf, type ErrorFacts, GatewayError } from './gateway-error.ts';

/**
 * A known {@link V3ErrorCode} or {@link V1ErrorCode}, or a code that this version of the SDK does not know (spec:
 * Errors). `v3Errors` and `v1Errors` of `@inrgate/sdk/protocol` describe each known code and its fix.
 */
export type ApiErrorCode = V3ErrorCode | V1ErrorCode | (string & {});

/** Properties of an `ApiError`. */
export interface ApiErrorFacts extends ErrorFacts {
  /** The stable code of the API. */
  readonly code: ApiErrorCode;
  /** The HTTP status. */
  readonly status: number;
  /** The `Retry-After` header in milliseconds, or undefined if the response has no such header. */
  readonly retryAfter: number | undefined;
}

/** The gateway rejected the call, or the gateway itself failed (spec: Errors). */
export class ApiError extends GatewayError {
  /** The class name, identical in every copy of the package. */
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

/** Returns whether the value is an `ApiError`, including errors of another copy of the package. */
export function isApiError(error: unknown): error is ApiError {
  return brandOf(error) === 'ApiError';
}
