import type { Payin, Payout } from '@inrgate/sdk';
import { payinStatus, payoutStatus } from '@inrgate/sdk/internal';
import { formatAmount } from '@inrgate/sdk/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compare, sameText } from './compare.ts';
import type { ComparedField, ListedOrder } from './list.ts';

const paise = fc.bigInt({ min: 1n, max: 300n });
const amount = paise.map(formatAmount);

/** An order with any status and amount. A pay-in can be paid in full, in part, or with more than its amount. */
const order: fc.Arbitrary<Payin | Payout> = fc.oneof(
  fc.record({
    type: fc.constant('payin' as const),
    amount,
    status: fc.constantFrom(...payinStatus.options, 'FAILED', 'Success'),
    paidAmount: fc.option(amount),
  }),
  fc.record({
    type: fc.constant('payout' as const),
    amount,
    status: fc.constantFrom(...payoutStatus.options, 'FAILED'),
  }),
) as fc.Arbitrary<Payin | Payout>;

/** Columns of the list. Each column contains the gateway's value or another value. */
const columns = fc.record({
  status: fc.constantFrom('absent', 'same', 'other'),
  amount: fc.constantFrom('absent', 'same', 'other'),
  paidAmount: fc.constantFrom('absent', 'same', 'other'),
});

test('without the columns status and paidAmount, an order matches only if it is paid in full and has neither failed nor expired', () => {
  fc.assert(
    fc.property(order, columns, (one, listed) => {
      const paid = one.type === 'payin' ? one.paidAmount : null;
      const values: Partial<Record<keyof ListedOrder['values'], string>> = {
        ...(listed.status === 'same' && { status: one.status.toLowerCase() }),
        ...(listed.status === 'other' && { status: one.status === 'pending' ? 'success' : 'pending' }),
        ...(listed.amount === 'same' && { amount: one.amount }),
        ...(listed.amount === 'other' && { amount: '999.00' }),
        ...(listed.paidAmount === 'same' && paid !== null && { paidAmount: paid }),
        ...(listed.paidAmount === 'other' && one.type === 'payin' && { paidAmount: '999.00' }),
      };
      const { kind } = compare({ line: 2, type: one.type, mchOrderNo: 'A-1', values }, one);
      const asked = listed.status === 'other' || listed.amount === 'other' || values.paidAmount === '999.00';
      const unpaid = values.status === undefined && /^(failed|expired)$/i.test(one.status);
      const otherwise = values.paidAmount === undefined && paid !== null && paid !== one.amount;
      expect(kind).toBe(asked || unpaid || otherwise ? 'differing' : 'matching');
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['amount', '1000.00', '1000'],
  ['amount', '1000.00', '1000.0'],
  ['totalDebit', '1000.00', '1000.00000000'],
  ['fee', '75.50', '75.5'],
  ['payType', 'upi', 'UPI'],
  ['status', 'success', 'Success'],
  ['utr', '4123', '4123'],
])('the %s %s and the spelling %s are the same value', (field, one, other) => {
  expect(sameText(field as ComparedField, one, other)).toBe(true);
});

test.each([
  ['amount', '1000.00', '1000.01'],
  ['amount', '1000.00', '100000'],
  ['amount', '1000.00', '1,000.00'],
  ['amount', '1000.00', ''],
  ['payType', 'upi', 'bank'],
  ['orderNo', 'wd1', 'WD1'],
])('the %s %s and the string %s are different values', (field, one, other) => {
  expect(sameText(field as ComparedField, one, other)).toBe(false);
});
