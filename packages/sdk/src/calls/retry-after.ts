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
