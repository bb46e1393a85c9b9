import { v3Errors } from '../error-codes.ts';
import type { V3ErrorCode } from '../known-codes.ts';

interface RefusalOptions {
  /** Message that replaces the meaning in the error table. */
  readonly message?: string | undefined;
  /** `Retry-After` in whole seconds, set only for 429. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/**
 * Ends a v3 request with an error of the v3 error table (spec: Errors). The message never contains a value of the
 * request.
 */
export class V3Refusal extends Error {
  override readonly name = 'V3Refusal';
  readonly code: V3ErrorCode;
  /** `Retry-After` in whole seconds, or null except for 429. */
  readonly retryAfter: number | null;

  constructor(code: V3ErrorCode, options: RefusalOptions = {}) {
    super(options.message ?? v3Errors[code].meaning, { cause: options.cause });
    this.code = code;
    this.retryAfter = options.retryAfter ?? null;
  }
}
