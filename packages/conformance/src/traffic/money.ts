import { amountPattern, parseIst } from '@inrgate/sdk/internal';
import { type Paise, parseAmount } from '@inrgate/sdk/protocol';

/** Parses an amount to paise, or returns null. */
export function paiseOf(value: unknown): Paise | null {
  return typeof value === 'string' && value.length <= 30 && amountPattern.test(value)
    ? parseAmount(value)
    : null;
}

/** Parses a time to epoch milliseconds, or returns null. */
export function instantOf(value: unknown): number | null {
  try {
    return typeof value === 'string' ? parseIst(value) : null;
  } catch {
    return null;
  }
}
