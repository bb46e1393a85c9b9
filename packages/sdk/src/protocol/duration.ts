type Part<Unit extends string> = `${number}${Unit}` | '';

/**
 * A duration in days, hours, minutes and seconds, longest unit first: `90s`, `31m`, `1h30m`. Other units and words, for
 * example `31 minutes`, do not compile.
 */
export type Duration = Exclude<`${Part<'d'>}${Part<'h'>}${Part<'m'>}${Part<'s'>}`, ''>;

const day = 86_400_000;
/** Milliseconds of each unit of the pattern, in order. */
const units = [day, 3_600_000, 60_000, 1_000, 1] as const;
const pattern = /^(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,8})s)?(?:(\d{1,12})ms)?$/;

/** Ten years in milliseconds, the maximum of a duration and of a move of the mock gateway's clock. */
export const maxDurationMs = 3_660 * day;

/**
 * Parses a duration. Examples: `90s`, `10m`, `6h`, `1d`, `250ms` or `1h30m`. The longest unit comes first.
 *
 * @returns milliseconds, or undefined if the duration is invalid or above ten years
 */
export function parseDuration(text: string): number | undefined {
  const counts = text === '' ? undefined : pattern.exec(text)?.slice(1);
  if (counts === undefined) return undefined;
  const ms = units.reduce((total, unit, index) => total + Number(counts[index] ?? 0) * unit, 0);
  return ms <= maxDurationMs ? ms : undefined;
}
