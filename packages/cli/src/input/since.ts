import { parseDuration } from '@inrgate/sdk/basics';
import { InvalidArgumentError } from 'commander';

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
  // The gateway's clock may have been moved by as long as a duration can be.
  const ago = parseDuration(text) ?? 0;
  if (ago < 1) throw new InvalidArgumentError('A duration is such as 3s, 10m or 1h30m, 3660d at most.');
  return { ago };
}
