import { InvalidArgumentError } from 'commander';

/** Parses a maximum number of concurrent deliveries for commander. */
export function readCap(text: string): number {
  const cap = Number(text);
  if (!/^[0-9]{1,5}$/.test(text) || cap < 1 || cap > 10_000)
    throw new InvalidArgumentError('Allowed: 1 to 10000.');
  return cap;
}
