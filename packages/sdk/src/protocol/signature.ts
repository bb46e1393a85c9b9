import { hash, timingSafeEqual } from 'node:crypto';

/** Parameters of a request or callback by name, with values as sent. An empty string and null count as absent. */
export type Signable = Readonly<Record<string, string | null | undefined>> | ReadonlyMap<string, string>;

/**
 * Stable reason why a signature cannot be calculated: an empty key, a value that is not a string, or a string that
 * UTF-8 cannot encode.
 */
export type SignatureErrorCode = 'empty_key' | 'not_text' | 'lone_surrogate';

/** The key or a parameter cannot be used for a signature. The error contains neither the key nor a value. */
export class SignatureError extends TypeError {
  override readonly name = 'SignatureError';
  /** Stable code of the reason. The message describes the reason. */
  readonly code: SignatureErrorCode;

  constructor(code: SignatureErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The string that the signature hashes with MD5 (spec: Authentication 3). It contains every non-empty parameter except
 * `sign` as an unencoded `name=value` pair. The pairs are sorted by name in byte order and joined with `&`. The string
 * ends with `&key=` and the key. Never log the string, because it contains the key.
 *
 * @throws {SignatureError} `empty_key`, or `not_text` for a value that is not a string
 */
export function canonicalText(params: Signable, key: string): string {
  if (key === '') throw new SignatureError('empty_key', 'the signing key is empty');
  const names = isMap(params) ? [...params.keys()] : Object.keys(params);
  let text = '';
  for (const name of sorted(names)) {
    const value = isMap(params) ? params.get(name) : params[name];
    if (value === '' || value === null || value === undefined || name === 'sign') continue;
    if (typeof value !== 'string') {
      throw new SignatureError(
        'not_text',
        'every value to sign must be a string; pass each value exactly as you send it',
      );
    }
    text += text === '' ? `${name}=${value}` : `&${name}=${value}`;
  }
  return `${text}&key=${key}`;
}

/**
 * The `sign` of these parameters: the MD5 of the canonical string in 32 upper-case hexadecimal digits.
 *
 * @throws {SignatureError} the errors of `canonicalText`, or `lone_surrogate` for a string that UTF-8 cannot encode
 */
export function sign(params: Signable, key: string): string {
  return md5(canonicalText(params, key)).toUpperCase();
}

export interface VerifyOptions {
  /** True to reject lower-case hexadecimal, as the gateway does for requests. Receivers of callbacks ignore case. */
  readonly upperCaseOnly?: boolean;
}

/**
 * Returns whether `received` is the signature of these parameters with this key. The comparison takes constant time
 * (spec: Authentication 4).
 *
 * @throws {SignatureError} the errors of `sign`. An empty key never verifies a signature
 */
export function verifySignature(
  params: Signable,
  key: string,
  received: string,
  options?: VerifyOptions,
): boolean {
  return isDigest(canonicalText(params, key), received, options?.upperCaseOnly ? upperCaseHex : anyCaseHex);
}

/** Fields of the alternative pay-in signature, with the snake_case names (spec: POST payin, rule 3). */
export interface AlternativeFields {
  /** The Merchant ID, as sent. */
  readonly merchant_id: string;
  /** INR exactly as sent. `500.00` and `500` have different signatures. */
  readonly amount: string;
  /** The merchant's order number, as sent. */
  readonly merchant_order_no: string;
  /** The callback URL, as sent. If it is absent, the signature uses an empty string. */
  readonly callback_url?: string | undefined;
}

/** Never log the string, because it contains the key. @throws {SignatureError} `empty_key` */
export function alternativeText(fields: AlternativeFields, mchKey: string): string {
  if (mchKey === '') throw new SignatureError('empty_key', 'the signing key is empty');
  return fields.merchant_id + fields.amount + fields.merchant_order_no + mchKey + (fields.callback_url ?? '');
}

/**
 * The alternative pay-in signature in lower-case hexadecimal.
 *
 * @throws {SignatureError} `empty_key`, `lone_surrogate`
 */
export function alternativeSign(fields: AlternativeFields, mchKey: string): string {
  return md5(alternativeText(fields, mchKey));
}

/**
 * Returns whether `received` is the alternative pay-in signature, in upper or lower case. The comparison takes constant
 * time.
 *
 * @throws {SignatureError} the errors of `alternativeSign`
 */
export function verifyAlternative(fields: AlternativeFields, mchKey: string, received: string): boolean {
  return isDigest(alternativeText(fields, mchKey), received, anyCaseHex);
}

const anyCaseHex = /^[0-9A-Fa-f]{32}$/;
const upperCaseHex = /^[0-9A-F]{32}$/;

/** Compares bytes in constant time. The format of `received` is not secret. */
function isDigest(text: string, received: string, shape: RegExp): boolean {
  const digest = md5(text);
  return shape.test(received) && timingSafeEqual(Buffer.from(digest, 'hex'), Buffer.from(received, 'hex'));
}

function md5(text: string): string {
  // UTF-8 encoding would replace a lone surrogate with U+FFFD, so two different strings would have the same signature.
  if (!text.isWellFormed())
    throw new SignatureError('lone_surrogate', 'the string to sign is not valid Unicode');
  return hash('md5', text, 'hex');
}

function isMap(params: Signable): params is ReadonlyMap<string, string> {
  return params instanceof Map;
}

const beyondSurrogates = /[\ud800-\uffff]/;

/** Sorts in place in the byte order of UTF-8. The order of UTF-16 is the same unless a name contains a surrogate. */
function sorted(names: string[]): string[] {
  if (!beyondSurrogates.test(names.join(''))) return names.sort();
  return names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
