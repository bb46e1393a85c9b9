import { InvalidArgumentError } from 'commander';

/** Parses `true` or `false` for commander. */
export function readBoolean(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('Allowed: true or false.');
  return text === 'true';
}

/** Parses a whole number from zero for commander. The gateway checks its range. */
export function readCount(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError('Use a whole number.');
  return Number(text);
}

/** Parses a seed for commander. The check rejects seeds of other versions. */
export function readSeed(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text))
    throw new InvalidArgumentError(
      'Use the seed that an earlier run printed, a whole number of up to 15 digits.',
    );
  return Number(text);
}

/** Parses a whole number or `none` for commander. */
export function readCountOrNone(text: string): number | 'none' {
  return text === 'none' ? text : readCount(text);
}

/** Parses a probability for commander. */
export function readShare(text: string): number {
  if (!/^(?:0|1|0?\.[0-9]+|1\.0+|0\.[0-9]+)$/.test(text)) throw new InvalidArgumentError('Allowed: 0 to 1.');
  return Number(text);
}

/** Converts `none` to null. Commander would convert null to an empty string. */
export function orNone(value: unknown): unknown {
  return value === 'none' ? null : value;
}
