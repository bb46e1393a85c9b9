/** IST is UTC+05:30 all year round: it has no summer time. */
const offsetMs = 19_800_000;
const timestampPattern = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\+05:30$/;

/**
 * Writes an instant as the wire does: ISO-8601 in IST, to the second, `2026-11-20T15:04:05+05:30`. Milliseconds
 * are cut off (spec: Conventions; reading: Money and time).
 *
 * @param epochMs milliseconds since 1970-01-01T00:00:00Z, in the years 0000 to 9999
 * @throws {RangeError} when the instant has no such text
 */
export function formatIst(epochMs: number): string {
  return `${istClock(epochMs).slice(0, 19)}+05:30`;
}

/**
 * Reads a timestamp of the wire, exactly as `formatIst` writes it.
 *
 * @returns epoch milliseconds
 * @throws {RangeError} for any other shape, another offset, or a day or time that does not exist
 */
export function parseIst(text: string): number {
  const epochMs = timestampPattern.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse takes 30 February for 2 March and 24:00 for midnight: the way back shows it.
  if (Number.isNaN(epochMs) || formatIst(epochMs) !== text) {
    throw new RangeError('a timestamp is ISO-8601 in IST to the second, as in 2026-11-20T15:04:05+05:30');
  }
  return epochMs;
}

/**
 * The IST calendar day of an instant, `YYYY-MM-DD`: the day of the daily withdrawal limit.
 *
 * @throws {RangeError} as `formatIst`
 */
export function istDay(epochMs: number): string {
  return istClock(epochMs).slice(0, 10);
}

/** What a clock on an Indian wall shows, as ISO text without an offset. */
function istClock(epochMs: number): string {
  const wall = new Date(epochMs + offsetMs).toISOString();
  if (wall.length !== 24) throw new RangeError('only the years 0000 to 9999 can be written as a timestamp');
  return wall;
}
