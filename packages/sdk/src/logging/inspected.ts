import { type InspectOptions, inspect } from 'node:util';

/** Converts a value to a string for a log. Never throws. */
export function inspected(value: unknown, options: InspectOptions = {}): string {
  try {
    return inspect(value, options);
  } catch {
    return `a ${typeof value} that cannot be shown`;
  }
}
