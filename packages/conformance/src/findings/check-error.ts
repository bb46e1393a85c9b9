/**
 * Reason for a missing report. Every check can fail with `invalid_option` or `unreachable`. The webhook checker can
 * fail with `probe_failed` or `order_failed`, and the shop checker with `shop_failed`. The other codes describe a
 * gateway that cannot be checked.
 */
export type CheckErrorCode =
  | 'invalid_option'
  | 'unreachable'
  | 'probe_failed'
  | 'order_failed'
  | 'shop_failed'
  | 'not_a_gateway'
  | 'redirected'
  | 'wrong_keys'
  | 'refused'
  | 'rate_limited';

/** The error of a check that could not run. The message is the whole explanation, without keys. */
export class CheckError extends Error {
  override readonly name = 'CheckError';
  /** Stable code. The message explains it. */
  readonly code: CheckErrorCode;

  constructor(code: CheckErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
