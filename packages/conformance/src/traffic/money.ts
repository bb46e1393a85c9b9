import { amountPattern, parseIst } from '@inrgate/sdk/internal';
import { type Paise, parseAmount } from '@inrgate/sdk/protocol';

/** An amount of somebody else's; null when it is none. */
export function paiseOf(value: unknown): Paise | null {
  return typeof value === 'string' && value.length <= 30 && amountPattern.test(value)
    ? parseAmount(value)
    : null;
}

/** A time of somebody else's as epoch milliseconds; null when it is none. */
export function instantOf(value: unknown): number | null {
  try {
    return typeof value === 'string' ? parseIst(value) : null;
  } catch {
    return null;
  }
}
