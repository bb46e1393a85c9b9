type Part<Unit extends string> = `${number}${Unit}` | '';

/**
 * A duration in days, hours, minutes and seconds, the longer unit first: `90s`, `31m`, `1h30m`. The compiler refuses other
 * units and words, such as `31 minutes`.
 */
export type Duration = Exclude<`${Part<'d'>}${Part<'h'>}${Part<'m'>}${Part<'s'>}`, ''>;

const day = 86_400_000;
/** Milliseconds of the units of the pattern, in its order. */
const units = [day, 3_600_000, 60_000, 1_000, 1] as const;
const pattern = /^(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,8})s)?(?:(\d{1,12})ms)?$/;

/** Ten years: as far as the mock gateway's clock is moved at once, and the longest duration that there is. */
export const maxDurationMs = 3_660 * day;

/**
 * Reads a duration as a person writes it: `90s`, `10m`, `6h`, `1d`, also combined, the longer unit first (`1h30m`), and
 * `250ms`.
 *
 * @returns milliseconds; undefined for what is none, or longer than ten years
 */
export function parseDuration(text: string): number | undefined {
  const counts = text === '' ? undefined : pattern.exec(text)?.slice(1);
  if (counts === undefined) return undefined;
  const ms = units.reduce((total, unit, index) => total + Number(counts[index] ?? 0) * unit, 0);
  return ms <= maxDurationMs ? ms : undefined;
}
