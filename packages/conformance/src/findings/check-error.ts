/**
 * The reason why there is no report. `invalid_option` and `unreachable` apply to every check, `probe_failed` and
 * `order_failed` to the merchant's endpoint, `shop_failed` to a shop that does not start. The remaining codes describe a
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

/** The check could not run. The message is the whole explanation and contains no key. */
export class CheckError extends Error {
  override readonly name = 'CheckError';
  /** Stable code; the message explains it. */
  readonly code: CheckErrorCode;

  constructor(code: CheckErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
