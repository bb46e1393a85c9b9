import { parseDuration } from '@inrgate/sdk/basics';
import { InvalidArgumentError } from 'commander';

export function readBoolean(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('Allowed: true or false.');
  return text === 'true';
}

/** Creates a parser of whole numbers for commander. A number has at most as many digits as the maximum. */
function wholeNumber(from: number, to: number, advice: string): (text: string) => number {
  return (text) => {
    const number = /^[0-9]+$/.test(text) && text.length <= String(to).length ? Number(text) : Number.NaN;
    if (number >= from && number <= to) return number;
    throw new InvalidArgumentError(advice);
  };
}

export const readCount = wholeNumber(0, 999_999_999, 'Use a whole number.');

export const readPort = wholeNumber(0, 65_535, 'Allowed: 0 to 65535.');

export const readCap = wholeNumber(1, 10_000, 'Allowed: 1 to 10000.');

export const readSeconds = wholeNumber(0, 3_600, 'Allowed: 0 to 3600 seconds.');

export const readRequestsPerMinute = wholeNumber(1, 999_999, 'Use a whole number, 1 or more.');

export const readSeed = wholeNumber(
  0,
  999_999_999_999_999,
  'Use the seed that an earlier run printed, a whole number of up to 15 digits.',
);

export function readCountOrNone(text: string): number | 'none' {
  return text === 'none' ? text : readCount(text);
}

export function readShare(text: string): number {
  if (!/^(?:0|1|0?\.[0-9]+|1\.0+|0\.[0-9]+)$/.test(text)) throw new InvalidArgumentError('Allowed: 0 to 1.');
  return Number(text);
}

/** Converts `none` to null. Commander would convert null to an empty string. */
export function orNone(value: unknown): unknown {
  return value === 'none' ? null : value;
}

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

export function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const first = parts.findIndex((part) => part > 0);
  return parts
    .map((part, index) => `${part}${'hms'[index]}`)
    .slice(first < 0 ? 2 : first)
    .join(' ');
}
