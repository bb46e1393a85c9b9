/**
 * Reason why a check could not run. Every check can fail with `invalid_option` or `unreachable`. The webhook checker
 * can fail with `probe_failed` or `order_failed`, and the shop checker with `shop_failed`. The other codes describe a
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

/** A check could not run. The message contains the whole explanation, but no keys. */
export class CheckError extends Error {
  override readonly name = 'CheckError';
  /** Stable code of the reason. The message describes the reason. */
  readonly code: CheckErrorCode;

  constructor(code: CheckErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
