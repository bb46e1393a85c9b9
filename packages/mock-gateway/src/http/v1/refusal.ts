import { type V1ErrorCode, v1Errors } from '@inrgate/sdk/protocol';

/** Ends a v1 request with an error of its table (spec: Legacy v1 errors). */
export class V1Refusal extends Error {
  override readonly name = 'V1Refusal';
  readonly code: V1ErrorCode;
  readonly status: number;

  /** @param status tells the two meanings of `method_not_allowed` apart: 405 and 422 */
  constructor(code: V1ErrorCode, options: { readonly status?: number; readonly message?: string } = {}) {
    const info = v1Errors.find((error) => error.code === code && (options.status ?? error.status) === error.status);
    super(options.message ?? info?.meaning ?? code);
    this.code = code;
    this.status = info?.status ?? 500;
  }
}
