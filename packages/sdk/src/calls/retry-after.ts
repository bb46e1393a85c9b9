/** IMF-fixdate, RFC 850 and asctime dates begin with the name of a day; `Date.parse` alone takes nearly anything. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/**
 * Reads a `Retry-After` header: seconds, or an HTTP date (RFC 9110, 10.2.3).
 *
 * @param sentAt epoch milliseconds, by the clock of whoever wrote it
 * @returns milliseconds from then, 0 for an earlier date; undefined when there is none that can be read
 */
export function parseRetryAfter(value: string | null, sentAt: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^[0-9]+$/.test(text)) return Number(text) * 1_000;
  // asctime writes no zone and means GMT.
  const at = httpDate.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - sentAt);
}
