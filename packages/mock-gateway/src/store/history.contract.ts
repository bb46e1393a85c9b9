import { beforeEach, describe, expect, it } from 'vitest';
import type { Deposit } from '../domain/deposit.ts';
import { creditDeposit, holdPayout, releasePayout, topUp } from '../domain/ledger.ts';
import {
  type CurrentStore,
  sampleCallback,
  sampleMerchant,
  samplePayin,
  samplePayout,
  t0,
  unique,
} from './samples.contract.ts';

export function historyContract(store: CurrentStore): void {
  describe('history of an order', () => {
    let mchId: string;
    beforeEach(async () => {
      const merchant = sampleMerchant();
      mchId = merchant.mchId;
      await store().commit([{ write: 'insert_merchant', merchant }]);
    });

    const stamp = () => ({ id: unique('tx_'), at: t0 });

    it('the history of an order contains only its own events, in order, even at the same instant', async () => {
      const [payout, other] = [samplePayout(mchId), samplePayout(mchId)];
      const { orderNo } = payout;
      const approved = { orderNo, at: t0, from: 'pending', to: 'processing', by: 'operator' } as const;
      const failed = { orderNo, at: t0, from: 'processing', to: 'failed', by: 'operator' } as const;
      const [hold, release] = [holdPayout(payout, stamp()), releasePayout(payout, stamp())];
      const callbacks = (['payout.processing', 'payout.failed'] as const).map((event) =>
        sampleCallback(mchId, { orderNo, event }),
      );
      await store().commit([
        { write: 'insert_payout', payout },
        { write: 'insert_payout', payout: other },
        { write: 'post', transaction: topUp(mchId, 1_000_000n, stamp()) },
        { write: 'post', transaction: hold },
        { write: 'post', transaction: holdPayout(other, stamp()) },
        { write: 'record', move: approved },
        { write: 'record', move: { ...approved, orderNo: other.orderNo } },
      ]);
      await store().commit([
        { write: 'record', move: failed },
        { write: 'post', transaction: release },
        ...callbacks.map((callback) => ({ write: 'enqueue', callback }) as const),
      ]);
      const pending = { state: 'pending', nextAttemptAt: t0, attempts: [] };
      expect(await store().payouts.history(orderNo)).toEqual({
        order: payout,
        moves: [approved, failed],
        transactions: [hold, release],
        callbacks: callbacks.map((callback) => ({ ...callback, ...pending })),
      });
      expect(await store().payouts.history('none')).toBeNull();
    });

    it('the history of an order never shows only a part of a commit', async () => {
      for (let made = 0; made < 20; made++) {
        const deposit = samplePayin(mchId);
        const { orderNo } = deposit;
        const paid = paidDeposit(deposit);
        await store().commit([{ write: 'insert_deposit', deposit }]);
        const before = store().deposits.history(orderNo);
        const commit = store().commit([
          { write: 'update_deposit', deposit: paid },
          { write: 'record', move: { orderNo, at: t0, from: 'pending', to: 'success', by: 'customer' } },
          { write: 'post', transaction: creditDeposit(paid, stamp()) },
          { write: 'enqueue', callback: sampleCallback(mchId, { orderNo }) },
        ]);
        const asked = Array.from({ length: 4 }, async () => {
          const history = await store().deposits.history(orderNo);
          const { accounts, items } = await store().ledger.statement(mchId, { limit: 1_000 });
          return { history, accounts, items };
        });
        await commit;
        const answers = [...(await Promise.all(asked)), { history: await before, accounts: [], items: [] }];
        for (const { history, accounts, items } of answers) {
          const all = history?.order.state.status === 'success' ? 1 : 0;
          const { moves = [], transactions = [], callbacks = [] } = history ?? {};
          expect([moves.length, transactions.length, callbacks.length]).toEqual([all, all, all]);
          for (const { account, balance } of accounts) {
            const own = items.filter((entry) => entry.account === account);
            expect(own.reduce((sum, { amount }) => sum + amount, 0n)).toBe(balance);
          }
        }
      }
    });
  });
}

function paidDeposit(deposit: Deposit): Deposit {
  const state = { status: 'success', paidAmount: deposit.amount, utr: null, paidAt: t0 } as const;
  return { ...deposit, state, version: 2 };
}
