import { parseDuration } from '@inrgate/sdk/basics';
import { InvalidArgumentError } from 'commander';

/** Maximum wait in milliseconds. Node's timers allow almost 25 days. */
const longestTimer = 24 * 86_400_000;

/**
 * Parses a waiting time for commander, for example `90s`, `10m` or `1h30m`.
 *
 * @returns milliseconds, at least 1
 * @throws {InvalidArgumentError}
 */
export function readDuration(text: string): number {
  const ms = parseDuration(text) ?? 0;
  if (ms >= 1 && ms <= longestTimer) return ms;
  throw new InvalidArgumentError('Use for example 3s, 10m or 1h30m (24d maximum).');
}

/** Formats a duration to the second: `1h 2m 5s`. */
export function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const first = parts.findIndex((part) => part > 0);
  return parts
    .map((part, index) => `${part}${'hms'[index]}`)
    .slice(first < 0 ? 2 : first)
    .join(' ');
}
