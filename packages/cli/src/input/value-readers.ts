import { InvalidArgumentError } from 'commander';

/** `true` or `false`, for commander. */
export function readBoolean(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It is true or false.');
  return text === 'true';
}

/** A whole number from zero, for commander; what it may be is the gateway's to say. */
export function readCount(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
}

/** The same, or `none`. */
export function readCountOrNone(text: string): number | 'none' {
  return text === 'none' ? text : readCount(text);
}

/** A share from 0 to 1, for commander. */
export function readShare(text: string): number {
  if (!/^(?:0|1|0?\.[0-9]+|1\.0+|0\.[0-9]+)$/.test(text))
    throw new InvalidArgumentError('It is from 0 to 1.');
  return Number(text);
}

/** A value that can be taken away: `none` is null. Commander itself would make the empty text of null. */
export function orNone(value: unknown): unknown {
  return value === 'none' ? null : value;
}
