import { type V3ErrorCode, v3Errors } from '@inrgate/sdk/protocol';

/** Ends a v3 request with an error of the table (spec: Errors). The message never holds a value of the request. */
export class V3Refusal extends Error {
  override readonly name = 'V3Refusal';
  readonly code: V3ErrorCode;
  /** Whole seconds, for 429. */
  readonly retryAfter: number | null;

  constructor(code: V3ErrorCode, options: { readonly message?: string; readonly retryAfter?: number } = {}) {
    super(options.message ?? v3Errors[code].meaning);
    this.code = code;
    this.retryAfter = options.retryAfter ?? null;
  }
}
