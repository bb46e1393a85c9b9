import { hash, timingSafeEqual } from 'node:crypto';

/** The parameters of a request or a callback by the names and texts that travel. Empty text and null are absent. */
export type Signable = Readonly<Record<string, string | null | undefined>> | ReadonlyMap<string, string>;

/** What stands in the way: the key is empty, a value is not a string, or the text has no UTF-8 form. Stable. */
export type SignatureErrorCode = 'empty_key' | 'not_text' | 'lone_surrogate';

/** Something that cannot be signed at all. Holds neither the key nor a value. */
export class SignatureError extends TypeError {
  override readonly name = 'SignatureError';
  /** Stable; the message says it in words. */
  readonly code: SignatureErrorCode;

  constructor(code: SignatureErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The text whose MD5 is the signature: every parameter but `sign` that has a value, as `name=value` with nothing
 * encoded, sorted by name in plain byte order, joined with `&`, then `&key=` and the key (spec: Authentication 3).
 * It ends in the key: never log it.
 *
 * @throws {SignatureError} `empty_key`; `not_text` for a value that is not a string (sign the text that is sent)
 */
export function canonicalText(params: Signable, key: string): string {
  if (key === '') throw new SignatureError('empty_key', 'the key to sign with is empty');
  const names = isMap(params) ? [...params.keys()] : Object.keys(params);
  let text = '';
  for (const name of sorted(names)) {
    const value = isMap(params) ? params.get(name) : params[name];
    if (value === '' || value === null || value === undefined || name === 'sign') continue;
    if (typeof value !== 'string') {
      throw new SignatureError(
        'not_text',
        'only text can be signed: pass each value as the text that is sent',
      );
    }
    text += text === '' ? `${name}=${value}` : `&${name}=${value}`;
  }
  return `${text}&key=${key}`;
}

/**
 * The `sign` of these parameters: the MD5 of the canonical text as 32 upper-case hexadecimal digits.
 *
 * @throws {SignatureError} as `canonicalText`; `lone_surrogate` for text that has no UTF-8 form
 */
export function sign(params: Signable, key: string): string {
  return md5(canonicalText(params, key)).toUpperCase();
}

/** How strictly a received signature is compared. */
export interface VerifyOptions {
  /** Refuse lower-case hexadecimal, as the gateway does with requests. Receivers of callbacks ignore case. */
  readonly upperCaseOnly?: boolean;
}

/**
 * Whether `received` is the signature of these parameters under this key, compared in constant time
 * (spec: Authentication 4).
 *
 * @throws {SignatureError} as `sign`: an empty key never verifies anything
 */
export function verifySignature(
  params: Signable,
  key: string,
  received: string,
  options?: VerifyOptions,
): boolean {
  return isDigest(canonicalText(params, key), received, options?.upperCaseOnly ? upperCaseHex : anyCaseHex);
}

/** What the alternative pay-in signature covers, by the snake_case names (spec: POST payin, rule 3). */
export interface AlternativeFields {
  /** The Merchant ID, as sent. */
  readonly merchant_id: string;
  /** INR, the text as sent: `500.00` and `500` sign differently. */
  readonly amount: string;
  /** The merchant's order number, as sent. */
  readonly merchant_order_no: string;
  /** Absent counts as empty. */
  readonly callback_url?: string | undefined;
}

/**
 * The text of the alternative pay-in signature: the bare values of merchant_id, amount, merchant_order_no, the
 * API Key and callback_url in this order. It contains the key: never log it.
 *
 * @throws {SignatureError} `empty_key`
 */
export function alternativeText(fields: AlternativeFields, mchKey: string): string {
  if (mchKey === '') throw new SignatureError('empty_key', 'the key to sign with is empty');
  return fields.merchant_id + fields.amount + fields.merchant_order_no + mchKey + (fields.callback_url ?? '');
}

/**
 * The alternative pay-in signature, as lower-case hexadecimal.
 *
 * @throws {SignatureError} `empty_key`, `lone_surrogate`
 */
export function alternativeSign(fields: AlternativeFields, mchKey: string): string {
  return md5(alternativeText(fields, mchKey));
}

/**
 * Whether `received` is the alternative pay-in signature, in either case, compared in constant time.
 *
 * @throws {SignatureError} as `alternativeSign`
 */
export function verifyAlternative(fields: AlternativeFields, mchKey: string, received: string): boolean {
  return isDigest(alternativeText(fields, mchKey), received, anyCaseHex);
}

const anyCaseHex = /^[0-9A-Fa-f]{32}$/;
const upperCaseHex = /^[0-9A-F]{32}$/;

/** The shape of `received` is no secret; its bytes are compared in constant time. */
function isDigest(text: string, received: string, shape: RegExp): boolean {
  const digest = md5(text);
  return shape.test(received) && timingSafeEqual(Buffer.from(digest, 'hex'), Buffer.from(received, 'hex'));
}

function md5(text: string): string {
  // Encoding would replace a lone surrogate by U+FFFD, and two different texts would share a signature.
  if (!text.isWellFormed())
    throw new SignatureError('lone_surrogate', 'the text to sign is not valid Unicode');
  return hash('md5', text, 'hex');
}

function isMap(params: Signable): params is ReadonlyMap<string, string> {
  return params instanceof Map;
}

const beyondSurrogates = /[\ud800-\uffff]/;

/** Sorts in place, in the byte order of UTF-8; it is the order of UTF-16 as long as no name holds a surrogate. */
function sorted(names: string[]): string[] {
  if (!names.some((name) => beyondSurrogates.test(name))) return names.sort();
  return names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
