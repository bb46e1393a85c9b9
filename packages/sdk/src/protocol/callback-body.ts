import { sign } from './signature.ts';

export type CallbackFormat = 'json' | 'form';

/** A signed callback, ready to send (spec: Events). */
export interface EncodedCallback {
  /** The body as JSON or a form, with `sign` as its last field. */
  readonly body: string;
  readonly contentType: 'application/json' | 'application/x-www-form-urlencoded';
}

/**
 * Writes and signs the body of a callback. The fields keep the given order, and `sign` follows them. The value true is
 * `true` in JSON, in the signed string and in a form (reading: Callbacks). The body contains empty fields, but the
 * signature does not cover them.
 *
 * @throws {SignatureError} for an empty key or a string that is not valid Unicode
 */
export function encodeCallback(
  fields: Readonly<Record<string, string | boolean>>,
  key: string,
  format: CallbackFormat,
): EncodedCallback {
  const texts = Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== 'sign')
      .map(([name, value]) => [name, String(value)]),
  );
  const signature = sign(texts, key);
  if (format === 'form') {
    const body = new URLSearchParams({ ...texts, sign: signature }).toString();
    return { body, contentType: 'application/x-www-form-urlencoded' };
  }
  const { sign: _replaced, ...unsigned } = fields;
  return { body: JSON.stringify({ ...unsigned, sign: signature }), contentType: 'application/json' };
}

/** Accepts `text/json`. Ignores the charset, because a body in another charset fails verification. */
export function callbackMediaType(contentType: string | null): string {
  const [type = ''] = (contentType ?? '').toLowerCase().split(';');
  return type.trim() === 'text/json' ? 'application/json' : type.trim();
}
