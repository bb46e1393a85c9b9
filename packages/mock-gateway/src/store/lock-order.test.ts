import { describe, expect, it } from 'vitest';
import { capturePayout, holdPayout } from '../domain/ledger.ts';
import { inLockOrder, postingsInLockOrder } from './lock-order.ts';
import { sampleCallback, samplePayout, t0 } from './samples.contract.ts';

const payout = samplePayout('M');
const stamp = { id: 'tx_1', at: t0 };

describe('order of row locks', () => {
  it('every change locks the order, the accounts, the daily total, and then its other rows', () => {
    const callback = sampleCallback('M', { url: null });
    const notification = {
      id: 'note_1',
      mchId: 'M',
      at: t0,
      kind: 'callback_undeliverable',
      callbackId: callback.id,
      orderNo: null,
      message: '',
    } as const;
    const ordered = inLockOrder([
      { write: 'enqueue', callback },
      { write: 'notify', notification },
      { write: 'add_daily', mchId: 'M', day: '2026-11-20', amount: 1n, max: null },
      { write: 'post', transaction: holdPayout(payout, stamp) },
      { write: 'insert_payout', payout },
    ]);
    expect(ordered.map(({ write }) => write)).toEqual([
      'insert_payout',
      'post',
      'add_daily',
      'enqueue',
      'notify',
    ]);
  });

  it('a change locks accounts by name but keeps the order of the postings', () => {
    const transaction = capturePayout(payout, stamp);
    const ordered = postingsInLockOrder(transaction);
    expect(ordered.map(([, { account }]) => account)).toEqual([
      'gateway:fees',
      'gateway:paid_out',
      'merchant:M:held',
    ]);
    expect(ordered.map(([position]) => transaction.postings[position])).toEqual(
      ordered.map(([, posting]) => posting),
    );
  });
});
