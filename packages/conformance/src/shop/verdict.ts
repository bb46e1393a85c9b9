import { formatAmount, type Paise } from '@inrgate/sdk/protocol';

/** The difference between the credits and the payment. */
export type Loss = 'credited_twice' | 'not_credited' | 'wrong_amount' | 'credited_unpaid';

/** The number of credits of an order, and their total. */
export interface Credit {
  readonly count: number;
  readonly amount: Paise;
}

/** @param paid the amount in paise that the customer paid, or null for an unpaid order */
export function lossOf(credit: Credit, paid: Paise | null): Loss | null {
  if (paid === null) return credit.count === 0 && credit.amount === 0n ? null : 'credited_unpaid';
  if (credit.count === 0) return 'not_credited';
  if (credit.count > 1) return 'credited_twice';
  return credit.amount === paid ? null : 'wrong_amount';
}

/** Describes the correct credit. */
export function expectedCredit(paid: Paise | null): Credit {
  return paid === null ? { count: 0, amount: 0n } : { count: 1, amount: paid };
}

export function creditText({ count, amount }: Credit): string {
  return `{"count": ${count}, "amount": "${formatAmount(amount)}"}`;
}
