import { type InspectOptions, inspect } from 'node:util';

/** A value as a string for a log. Never throws. */
export function inspected(value: unknown, options: InspectOptions = {}): string {
  try {
    return inspect(value, options);
  } catch {
    return `a ${typeof value} that cannot be shown`;
  }
}
