import { InvalidArgumentError } from 'commander';
import { readDuration } from './duration.ts';

/** A beginning: so many milliseconds ago, or an instant. */
export type Since = { readonly ago: number } | { readonly at: number };

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Reads `10m`, or an instant such as the gateway's times, for commander. One without its offset is not guessed at: the
 * gateway's is seldom that of this machine.
 *
 * @throws {InvalidArgumentError}
 */
export function readSince(text: string): Since {
  const at = instant.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return { at };
  if (/^\d{4}-/.test(text)) {
    throw new InvalidArgumentError('An instant has its offset, such as 2026-11-20T15:04:05+05:30.');
  }
  return { ago: readDuration(text) };
}
