import { flagOf, sentFields, sentValue, textOf } from '../protocol/schemas/field.ts';

/** Fields around the data of both APIs (spec: Conventions; Legacy payment link). */
export interface Envelope {
  readonly ok: boolean;
  readonly error: string | undefined;
  /** HTTP status in the body. Only v3 responses contain it. */
  readonly code: number | undefined;
  readonly message: string | undefined;
  readonly data: unknown;
}

/** Returns undefined if the body is not an envelope. Accepts unknown codes. */
export function readEnvelope(api: 'v1' | 'v3', text: string): Envelope | undefined {
  const fields = sentFields(parseJson(text));
  if (fields === undefined) return undefined;
  const ok = flagOf(sentValue(fields, api === 'v3' ? 'success' : 'ok'));
  if (ok === undefined) return undefined;
  const code = api === 'v3' ? (textOf(sentValue(fields, 'code')) ?? '') : '';
  return {
    ok,
    code: /^[0-9]{1,9}$/.test(code) ? Number(code) : undefined,
    error: textOf(sentValue(fields, 'error')),
    message: textOf(sentValue(fields, 'message')),
    data: sentValue(fields, 'data'),
  };
}

/** `JSON.parse` of ES2026 and Node 22. An older runtime passes no `context`, and numbers stay numbers. */
type ParseJson = (
  text: string,
  revive: (name: string, value: unknown, context?: { readonly source?: string }) => unknown,
) => unknown;

/** A JSON number with a point, an exponent, or more digits than a JavaScript number keeps. */
const longNumber = /[:[,]\s*-?(?:[0-9]+[.eE]|[0-9]{16})/;

/** Keeps the literals of long numbers, because a long order number would lose its last digits. */
function parseJson(text: string): unknown {
  try {
    if (!longNumber.test(text)) return JSON.parse(text);
    return (JSON.parse as ParseJson)(text, (_name, value, context) =>
      typeof value === 'number' ? (context?.source ?? value) : value,
    );
  } catch {
    return undefined;
  }
}

/** The weekday at the beginning of IMF-fixdate, RFC 850 and asctime dates. `Date.parse` accepts nearly any string. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/**
 * Reads a `Retry-After` header in seconds or as an HTTP date (RFC 9110, 10.2.3).
 *
 * @param sentAt epoch milliseconds by the sender's clock
 * @returns milliseconds after `sentAt`, 0 for an earlier date, undefined for a missing or invalid header
 */
export function parseRetryAfter(value: string | null, sentAt: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^[0-9]+$/.test(text)) return Number(text) * 1_000;
  // An asctime date contains no time zone and means GMT.
  const at = httpDate.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - sentAt);
}
