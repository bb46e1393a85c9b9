import type { V1ErrorCode } from '../known-codes.ts';
import { v1Errors } from '../v1-error-codes.ts';

interface RefusalOptions {
  /** HTTP status. Distinguishes the two errors with the code `method_not_allowed`, 405 and 422. */
  readonly status?: number;
  /** Message that replaces the meaning in the error table. */
  readonly message?: string | undefined;
  readonly cause?: unknown;
}

/** Ends a v1 request with an error of the v1 error table (spec: Legacy v1 errors). */
export class V1Refusal extends Error {
  override readonly name = 'V1Refusal';
  readonly code: V1ErrorCode;
  readonly status: number;

  constructor(code: V1ErrorCode, options: RefusalOptions = {}) {
    const info = v1Errors.find(
      (error) => error.code === code && (options.status ?? error.status) === error.status,
    );
    super(options.message ?? info?.meaning ?? code, { cause: options.cause });
    this.code = code;
    this.status = info?.status ?? 500;
  }
}
