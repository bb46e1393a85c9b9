import { payinFee, payoutFee } from '@inrgate/sdk/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aPayin, aPayment, aPayout, noon } from '../../test/builders.ts';
import type { Payin } from './deposit.ts';
import {
  assertBalanced,
  capturePayout,
  creditDeposit,
  holdPayout,
  type LedgerTransaction,
  releasePayout,
  topUp,
} from './ledger.ts';
import type { Payout } from './payout.ts';

const stamp = { id: 'tx_1', at: 1_795_167_245_000 };
const paise = fc.bigInt({ min: 1n, max: 10n ** 15n });

function payin(amount: bigint): Payin {
  const fee = payinFee(amount);
  // The credit depends on `amount`, not on the paid amount.
  const state = { status: 'success', ...aPayment, paidAmount: amount + 1n, paidAt: noon } as const;
  return aPayin({ amount, fee, netAmount: amount - fee, state });
}

function payout(amount: bigint): Payout {
  const fee = payoutFee(amount);
  return aPayout({ amount, fee, totalDebit: amount + fee });
}

const lines = ({ postings }: LedgerTransaction) =>
  Object.fromEntries(postings.map((line) => [line.account, line.amount]));

describe('posting builders', () => {
  it('the posting of a pay-in credits the amount minus the fee', () => {
    const transaction = creditDeposit(payin(50_000n), stamp);
    expect(transaction).toMatchObject({ ...stamp, kind: 'payin', mchId: 'M1', orderNo: 'PI1' });
    expect(lines(transaction)).toEqual({
      'gateway:collected': -50_000n,
      'merchant:M1:available': 44_500n,
      'gateway:fees': 5_500n,
    });
  });

  it('the posting of a pay-in omits a fee that rounds to zero', () => {
    expect(lines(creditDeposit(payin(1n), stamp))).toEqual({
      'gateway:collected': -1n,
      'merchant:M1:available': 1n,
    });
  });

  it('the postings of a payout hold, capture and release its amount', () => {
    const order = payout(100_000n);
    const head = { ...stamp, mchId: 'M1', orderNo: 'WD1' };
    expect(holdPayout(order, stamp)).toMatchObject({ ...head, kind: 'hold' });
    expect(capturePayout(order, stamp)).toMatchObject({ ...head, kind: 'capture' });
    expect(releasePayout(order, stamp)).toMatchObject({ ...head, kind: 'release' });
    expect(lines(holdPayout(order, stamp))).toEqual({
      'merchant:M1:available': -107_500n,
      'merchant:M1:held': 107_500n,
    });
    expect(lines(capturePayout(order, stamp))).toEqual({
      'merchant:M1:held': -107_500n,
      'gateway:paid_out': 100_000n,
      'gateway:fees': 7_500n,
    });
    expect(lines(releasePayout(order, stamp))).toEqual({
      'merchant:M1:held': -107_500n,
      'merchant:M1:available': 107_500n,
    });
  });

  it('the posting of a top-up credits the wallet', () => {
    const transaction = topUp('M1', 7n, stamp);
    expect(transaction).toMatchObject({ kind: 'credit', orderNo: null });
    expect(lines(transaction)).toEqual({ 'gateway:topups': -7n, 'merchant:M1:available': 7n });
  });

  it('the postings of each transaction sum to zero', () => {
    fc.assert(
      fc.property(paise, (amount) => {
        const order = payout(amount);
        const all = [
          creditDeposit(payin(amount), stamp),
          holdPayout(order, stamp),
          capturePayout(order, stamp),
          releasePayout(order, stamp),
          topUp('M1', amount, stamp),
        ];
        for (const { postings } of all)
          expect(postings.reduce((sum, line) => sum + line.amount, 0n)).toBe(0n);
        const held = (transaction: LedgerTransaction) => lines(transaction)['merchant:M1:held'] ?? 0n;
        expect(held(holdPayout(order, stamp)) + held(capturePayout(order, stamp))).toBe(0n);
        expect(held(holdPayout(order, stamp)) + held(releasePayout(order, stamp))).toBe(0n);
      }),
    );
  });

  it('the posting builders reject an order with inconsistent amounts', () => {
    expect(() => creditDeposit({ ...payin(50_000n), fee: 1n }, stamp)).toThrow('do not sum to zero');
    expect(() => capturePayout({ ...payout(50_000n), fee: 1n }, stamp)).toThrow('do not sum to zero');
  });
});

describe('posting validation', () => {
  const sound = topUp('M1', 5n, stamp);

  it.each([
    ['nothing', 'a credit has to move money', []],
    [
      'an entry of zero',
      'a credit has to move money',
      [{ account: 'gateway:fees', amount: 0n }, ...sound.postings],
    ],
    [
      'a repeated account',
      'a credit posts to one account twice',
      [
        ...sound.postings,
        { account: 'merchant:M1:available', amount: 1n },
        { account: 'gateway:fees', amount: -1n },
      ],
    ],
    [
      'one side only',
      'the postings of a credit do not sum to zero',
      [{ account: 'gateway:fees', amount: 1n }],
    ],
  ] as const)('assertBalanced rejects %s: %s', (_what, message, postings) => {
    expect(() => assertBalanced({ ...sound, postings })).toThrow(message);
  });

  it('assertBalanced accepts valid entries', () => {
    expect(() => assertBalanced(sound)).not.toThrow();
  });
});
