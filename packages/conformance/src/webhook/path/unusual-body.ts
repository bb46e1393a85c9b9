import type { CallbackFormat } from '@inrgate/sdk/internal';

/** A string that changes if JSON is encoded twice or a form is decoded twice. */
export const unusualText = 'नीली शर्ट "L" 50% + 1/2 \\ é 😀';

/**
 * The same fields in another valid encoding: white space and escapes in JSON, `%20` and lower-case hexadecimal in a
 * form.
 */
export function reencoded(body: string, format: CallbackFormat): string {
  if (format === 'form') {
    return body.replaceAll('+', '%20').replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase());
  }
  return JSON.stringify(JSON.parse(body), null, '\t')
    .replaceAll('\n', '\r\n')
    .replaceAll('/', '\\/')
    .replaceAll('é', '\\u00e9');
}
