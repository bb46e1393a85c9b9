import { MoneyError, type Paise, parseAmount } from '@inrgate/sdk/protocol';
import { InvalidArgumentError } from 'commander';

/** Parses an option with an amount in rupees. */
export function readAmount(text: string): Paise {
  try {
    return parseAmount(text);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw new InvalidArgumentError('Use an amount with two decimals, for example 500.00.');
  }
}

/** Parses `--requests-per-minute`. */
export function readRequestsPerMinute(text: string): number {
  const rate = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0;
  if (rate === 0) throw new InvalidArgumentError('Use a whole number, 1 or more.');
  return rate;
}
