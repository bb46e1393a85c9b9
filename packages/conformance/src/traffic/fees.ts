import { type Paise, payinFee, payoutFee } from '@inrgate/sdk/protocol';
import type { Json } from '../http/json.ts';
import { allOf, type Check, type Verdict } from './finding.ts';
import { paiseOf } from './money.ts';

const fees = {
  payin: {
    feeOf: payinFee,
    inWords: (amount: unknown) => `11 % of ${amount}`,
    sum: { field: 'netAmount', of: (amount: Paise, fee: Paise) => amount - fee, inWords: 'amount minus fee' },
  },
  payout: {
    feeOf: payoutFee,
    inWords: (amount: unknown) => `6.5 % of ${amount} plus 10.00`,
    sum: { field: 'totalDebit', of: (amount: Paise, fee: Paise) => amount + fee, inWords: 'amount plus fee' },
  },
} as const;

/** Checks that the amount, the fee and their sum in an order or its callback are consistent. */
export function feeCheck(kind: keyof typeof fees): Omit<Check<{ readonly data: Json }>, 'id'> {
  const { feeOf, inWords, sum } = fees[kind];
  const judge = ({ data }: { readonly data: Json }): Verdict => {
    const [amount, fee, total] = [data['amount'], data['fee'], data[sum.field]].map(paiseOf);
    if (amount == null) return null;
    const expected = feeOf(amount);
    return allOf(
      fee == null ? null : fee === expected || `fee is ${data['fee']}, not ${inWords(data['amount'])}`,
      total == null
        ? null
        : total === sum.of(amount, fee ?? expected) ||
            `${sum.field} is ${data[sum.field]}, not ${sum.inWords}`,
    );
  };
  return { judge };
}
