import { v3Errors } from '../error-codes.ts';
import type { V3ErrorCode } from '../known-codes.ts';

interface RefusalOptions {
  /** Replaces the meaning of the error table. */
  readonly message?: string | undefined;
  /** Whole seconds, for 429. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** Ends a v3 request with an error of the table (spec: Errors). The message never holds a value of the request. */
export class V3Refusal extends Error {
  override readonly name = 'V3Refusal';
  /** Code of the v3 error table. */
  readonly code: V3ErrorCode;
  /** Whole seconds, for 429. */
  readonly retryAfter: number | null;

  constructor(code: V3ErrorCode, options: RefusalOptions = {}) {
    super(options.message ?? v3Errors[code].meaning, { cause: options.cause });
    this.code = code;
    this.retryAfter = options.retryAfter ?? null;
  }
}
