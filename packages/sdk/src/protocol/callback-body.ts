import { sign } from './signature.ts';

/** A JSON object, or a form. */
export type CallbackFormat = 'json' | 'form';

/** A signed callback as it is posted (spec: Events). */
export interface EncodedCallback {
  /** JSON or a form; `sign` is its last field. */
  readonly body: string;
  /** The `Content-Type` header it is posted with. */
  readonly contentType: 'application/json' | 'application/x-www-form-urlencoded';
}

/**
 * Writes and signs the body of a callback: the fields in the order given, then `sign`. `true` is JSON `true`, and
 * is signed and form-encoded as `true` (reading: Callbacks). Empty fields are sent and not signed.
 *
 * @throws {SignatureError} for an empty key or a text that is not valid Unicode
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

/**
 * How a callback's body is written. A gateway of the same convention may call JSON `text/json`, or name another charset for what
 * is UTF-8. The charset is not needed: other bytes are no UTF-8, or the signature does not fit.
 */
export function callbackMediaType(contentType: string | null): string {
  const [type = ''] = (contentType ?? '').toLowerCase().split(';');
  return type.trim() === 'text/json' ? 'application/json' : type.trim();
}
