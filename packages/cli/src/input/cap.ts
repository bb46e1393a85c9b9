import { InvalidArgumentError } from 'commander';

/** How many at once, for commander. */
export function readCap(text: string): number {
  const cap = Number(text);
  if (!/^[0-9]{1,5}$/.test(text) || cap < 1 || cap > 10_000)
    throw new InvalidArgumentError('It is 1 to 10000.');
  return cap;
}
