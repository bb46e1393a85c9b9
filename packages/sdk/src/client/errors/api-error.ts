import type { V3ErrorCode } from '../../protocol/error-codes.ts';
import type { V1ErrorCode } from '../../protocol/v1-error-codes.ts';
import { brandOf, type ErrorFacts, GatewayError } from './gateway-error.ts';

/**
 * A code of the API. `v3Errors` and `v1Errors` in `@inrgate/sdk/protocol` say what each known one means; the
 * gateway may send others.
 */
export type ApiErrorCode = V3ErrorCode | V1ErrorCode | (string & {});

export interface ApiErrorFacts extends ErrorFacts {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly retryAfter: number | undefined;
}

/** The gateway answered, and refused or failed (spec: Errors). */
export class ApiError extends GatewayError {
  override readonly name = 'ApiError';
  /** The stable code of the API, such as `insufficient_balance`. */
  readonly code: ApiErrorCode;
  /** The HTTP status. */
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
