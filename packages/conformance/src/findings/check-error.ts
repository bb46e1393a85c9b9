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

/** @throws {CheckError} `invalid_option` */
export function invalidOption(message: string): never {
  throw new CheckError('invalid_option', message);
}

/**
 * Parses the URL in an option.
 *
 * @throws {CheckError} `invalid_option` unless the option is an http or https URL without a user name and a password
 */
export function httpUrl(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) invalidOption(`${name} must be an http or https URL`);
  if (url.username !== '' || url.password !== '')
    invalidOption(`${name} must not contain a user name or a password`);
  return url;
}
