import { amountPattern, parseIst } from '@inrgate/sdk/internal';
import { type Paise, parseAmount } from '@inrgate/sdk/protocol';

/** Parses an amount to paise, or returns null. */
export function paiseOf(value: unknown): Paise | null {
  return typeof value === 'string' && value.length <= 30 && amountPattern.test(value)
    ? parseAmount(value)
    : null;
}

const fraction = /\.[0-9]{1,9}(?=\+05:30$)/;

/** Returns whether a time has a fraction of a second, which ISO 8601 allows. */
export function hasFraction(value: unknown): boolean {
  return typeof value === 'string' && fraction.test(value) && instantOf(value) !== null;
}

/** Parses a time to epoch milliseconds without its fraction of a second, or returns null. */
export function instantOf(value: unknown): number | null {
  try {
    return typeof value === 'string' ? parseIst(value.replace(fraction, '')) : null;
  } catch {
    return null;
  }
}
