/** Why there is no report: a wrong option, nobody at the address, or a probe or an order of the merchant's that fails. */
export type CheckErrorCode = 'invalid_option' | 'unreachable' | 'probe_failed' | 'order_failed';

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
