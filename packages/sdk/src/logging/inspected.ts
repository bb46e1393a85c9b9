import { type InspectOptions, inspect } from 'node:util';

/** Anything as text for a log. Never throws, whatever the value does when it is looked at. */
export function inspected(value: unknown, options: InspectOptions = {}): string {
  try {
    return inspect(value, options);
  } catch {
    return `a ${typeof value} that cannot be shown`;
  }
}
