/** Offset of IST in milliseconds: UTC+05:30, without daylight saving time. */
const offsetMs = 19_800_000;
const timestampPattern = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\+05:30$/;

/** Formats epoch milliseconds as `2026-11-20T15:04:05+05:30`. @throws {RangeError} beyond the years 0000 to 9999 */
export function formatIst(epochMs: number): string {
  return `${istClock(epochMs).slice(0, 19)}+05:30`;
}

/** Parses the format of `formatIst` strictly, as epoch milliseconds. @throws {RangeError} */
export function parseIst(text: string): number {
  const epochMs = timestampPattern.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse converts 30 February to 2 March and 24:00 to midnight, so compare the formatted result with the input.
  if (Number.isNaN(epochMs) || formatIst(epochMs) !== text) {
    throw new RangeError(
      'a timestamp must be ISO 8601 in IST to the second, for example 2026-11-20T15:04:05+05:30',
    );
  }
  return epochMs;
}

/** The IST calendar day, `YYYY-MM-DD`, for the daily payout limit. @throws {RangeError} */
export function istDay(epochMs: number): string {
  return istClock(epochMs).slice(0, 10);
}

/** The date and time in IST as ISO 8601 without an offset. */
function istClock(epochMs: number): string {
  const wall = new Date(epochMs + offsetMs).toISOString();
  if (wall.length !== 24) throw new RangeError('the year of a timestamp must be 0000 to 9999');
  return wall;
}
