import { parseDuration } from '@inrgate/sdk/basics';
import { InvalidArgumentError } from 'commander';

/** Start time: a number of milliseconds ago, or an absolute time. */
export type Since = { readonly ago: number } | { readonly at: number };

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Parses a duration (`10m`) or a time in the gateway's format for commander. A time must include an offset, because the
 * gateway's time zone can differ from the time zone of this machine.
 *
 * @throws {InvalidArgumentError}
 */
export function readSince(text: string): Since {
  const at = instant.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return { at };
  if (/^\d{4}-/.test(text)) {
    throw new InvalidArgumentError('The time has no UTC offset. Example: 2026-11-20T15:04:05+05:30.');
  }
  // Any duration is valid, because the gateway's clock can move by any duration.
  const ago = parseDuration(text) ?? 0;
  if (ago < 1) throw new InvalidArgumentError('Use for example 3s, 10m or 1h30m (3660d maximum).');
  return { ago };
}
