import { InvalidArgumentError } from 'commander';

const pattern = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/;
/** Milliseconds of the units of the pattern, in its order. */
const units = [86_400_000, 3_600_000, 60_000, 1_000, 1] as const;
/** The longest that a timer can run is a little under 25 days. */
const longest = 24 * units[0];

/**
 * Reads an option such as `90s`, `10m` or `1h30m`, for commander.
 *
 * @returns milliseconds, at least 1
 * @throws {InvalidArgumentError}
 */
export function readDuration(text: string): number {
  const counts = pattern.exec(text)?.slice(1) ?? [];
  const sum = units.reduce((total, unit, index) => total + Number(counts[index] ?? 0) * unit, 0);
  if (sum < 1 || sum > longest) {
    throw new InvalidArgumentError('A duration is such as 3s, 10m or 1h30m, 24d at most.');
  }
  return sum;
}

/** Milliseconds for people, to the second: `1h 2m 5s`. */
export function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const first = parts.findIndex((part) => part > 0);
  return parts
    .map((part, index) => `${part}${'hms'[index]}`)
    .slice(first < 0 ? 2 : first)
    .join(' ');
}
