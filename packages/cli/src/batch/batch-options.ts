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
