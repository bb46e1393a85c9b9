/**
 * Why there is no report: a wrong option, nobody at the address; of an endpoint, a probe or an order of the merchant's that
 * fails; of a gateway, that it is none, sends elsewhere, or refuses this merchant or this address whatever is asked.
 */
export type CheckErrorCode =
  | 'invalid_option'
  | 'unreachable'
  | 'probe_failed'
  | 'order_failed'
  | 'not_a_gateway'
  | 'redirected'
  | 'wrong_keys'
  | 'refused'
  | 'rate_limited';

/** The check could not be made. The message is the whole explanation, and holds no key. */
export class CheckError extends Error {
  override readonly name = 'CheckError';
  /** Stable; the message says it in words. */
  readonly code: CheckErrorCode;

  constructor(code: CheckErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
