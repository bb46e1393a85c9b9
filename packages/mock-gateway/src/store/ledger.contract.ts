import { beforeEach, describe, expect, it } from 'vitest';
import {
  availableAccount,
  capturePayout,
  creditDeposit,
  heldAccount,
  holdPayout,
  type LedgerTransaction,
  releasePayout,
  topUp,
} from '../domain/ledger.ts';
import type { Payout } from '../domain/payout.ts';
import {
  type CurrentStore,
  sampleMerchant,
  samplePayin,
  samplePayout,
  t0,
  unique,
} from './samples.contract.ts';
import type { Write } from './store.ts';

const stamp = () => ({ id: unique('tx_'), at: t0 });
const post = (transaction: LedgerTransaction): Write => ({ write: 'post', transaction });

export function ledgerContract(store: CurrentStore): void {
  describe('ledger of the store', () => {
    let mchId: string;
    beforeEach(async () => {
      const merchant = sampleMerchant();
      mchId = merchant.mchId;
      await store().commit([{ write: 'insert_merchant', merchant }, post(topUp(mchId, 200_000n, stamp()))]);
    });

    const wallet = () => store().ledger.wallet(mchId);
    const accountsOf = async (whose: string) =>
      (await store().ledger.statement(whose, { limit: 1 })).accounts;

    it('the ledger starts every merchant with two empty accounts', async () => {
      const merchant = sampleMerchant();
      await store().commit([{ write: 'insert_merchant', merchant }]);
      expect(await accountsOf(merchant.mchId)).toEqual([
        { account: availableAccount(merchant.mchId), balance: 0n },
        { account: heldAccount(merchant.mchId), balance: 0n },
      ]);
      expect(await store().ledger.wallet('nobody')).toEqual({ available: 0n, held: 0n });
    });

    it('the ledger updates cached balances with the entries', async () => {
      const payin = samplePayin(mchId);
      const paid = samplePayout(mchId, { amount: 100_000n });
      const back = samplePayout(mchId, { amount: 50_000n });
      await store().commit([
        { write: 'insert_deposit', deposit: payin },
        post(creditDeposit(payin, stamp())),
      ]);
      expect(await wallet()).toEqual({ available: 200_000n + payin.netAmount, held: 0n });
      await hold(store, paid);
      await hold(store, back);
      expect((await wallet()).held).toBe(paid.totalDebit + back.totalDebit);
      await resolve(store, paid, 'success');
      await resolve(store, back, 'failed');
      expect(await wallet()).toEqual({ available: 200_000n + payin.netAmount - paid.totalDebit, held: 0n });
      expect(await store().ledger.check()).toEqual({
        balanced: true,
        accounts: 6,
        entries: 14,
        problems: [],
      });
      const gateway = (await accountsOf(mchId)).filter(({ account }) => account.startsWith('gateway:'));
      expect(gateway).toEqual([
        { account: 'gateway:collected', balance: -payin.amount },
        { account: 'gateway:paid_out', balance: paid.amount },
        { account: 'gateway:fees', balance: payin.fee + paid.fee },
        { account: 'gateway:topups', balance: -200_000n },
      ]);
    });

    it('the ledger keeps the journal in order, by merchant and by order', async () => {
      const payout = samplePayout(mchId);
      const transaction = holdPayout(payout, stamp());
      await store().commit([{ write: 'insert_payout', payout }, post(transaction)]);
      expect(await store().ledger.transactions({ orderNo: payout.orderNo })).toEqual([transaction]);
      const mine = await store().ledger.transactions({ mchId });
      expect(mine.map(({ kind }) => kind)).toEqual(['credit', 'hold']);
      expect(mine.at(-1)).toEqual(transaction);
      expect(await store().ledger.transactions({ mchId: 'other', orderNo: payout.orderNo })).toEqual([]);
      expect(await store().ledger.transactions({})).toHaveLength(2);
    });

    it('the journal pages of a merchant contain each entry once while the journal grows', async () => {
      const other = sampleMerchant();
      await store().commit([{ write: 'insert_merchant', merchant: other }]);
      const pay = async (whose: string) => {
        const deposit = samplePayin(whose);
        await store().commit([{ write: 'insert_deposit', deposit }, post(creditDeposit(deposit, stamp()))]);
      };
      for (let made = 0; made < 4; made++) for (const whose of [mchId, other.mchId]) await pay(whose);
      const whole = (await store().ledger.transactions({ mchId })).flatMap(
        ({ id, kind, orderNo, at, postings }) =>
          postings.map((posting) => ({ transactionId: id, kind, orderNo, at, ...posting })),
      );
      expect(whole).toHaveLength(2 + 4 * 3);
      for (const limit of [1, 4, 5, 14, 15]) {
        const seen: object[] = [];
        let cursor: string | undefined;
        do {
          const page = await store().ledger.statement(mchId, { limit, cursor });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          seen.push(...page.items);
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        expect(seen, `${limit} a page`).toEqual(whole);
      }
      const { nextCursor } = await store().ledger.statement(mchId, { limit: 13 });
      await pay(mchId);
      const rest = await store().ledger.statement(mchId, { limit: 20, cursor: nextCursor ?? undefined });
      expect(rest.items).toHaveLength(1 + 3);
      expect(rest.nextCursor).toBeNull();
      expect(await store().ledger.statement('nobody', { limit: 5 })).toEqual({
        items: [],
        nextCursor: null,
        accounts: [],
      });
      for (const made of ['x', '1', '1.', '0.0', '1.2.3', '-1.0', '1.0x', `${'9'.repeat(16)}.0`]) {
        await expect(store().ledger.statement(mchId, { limit: 5, cursor: made }), made).rejects.toMatchObject(
          {
            code: 'invalid_cursor',
          },
        );
      }
    });

    it('the ledger returns the accounts that a merchant’s transactions touch, including the gateway’s accounts', async () => {
      const names = async (whose: string) => (await accountsOf(whose)).map(({ account }) => account);
      expect(await names(mchId)).toEqual(['gateway:topups', availableAccount(mchId), heldAccount(mchId)]);
      const other = sampleMerchant();
      await store().commit([{ write: 'insert_merchant', merchant: other }]);
      const deposit = samplePayin(other.mchId);
      await store().commit([{ write: 'insert_deposit', deposit }, post(creditDeposit(deposit, stamp()))]);
      expect(await names(other.mchId)).toEqual([
        'gateway:collected',
        'gateway:fees',
        availableAccount(other.mchId),
        heldAccount(other.mchId),
      ]);
    });

    it('the ledger rejects every part of a change that would make a wallet negative', async () => {
      const payout = samplePayout(mchId, { amount: 200_000n });
      const result = await store().commit([
        { write: 'insert_payout', payout },
        {
          write: 'record',
          move: { orderNo: payout.orderNo, at: t0, from: 'pending', to: 'processing', by: 'operator' },
        },
        post(holdPayout(payout, stamp())),
      ]);
      expect(result).toEqual({ committed: false, conflict: 'balance' });
      expect(await store().payouts.get(payout.orderNo)).toBeNull();
      expect(await store().payouts.history(payout.orderNo)).toBeNull();
      expect(await wallet()).toEqual({ available: 200_000n, held: 0n });
      expect(await store().ledger.transactions({ orderNo: payout.orderNo })).toEqual([]);
    });

    it('the ledger accepts a payout of exactly the balance', async () => {
      const amount = 100_000n;
      const payout = samplePayout(mchId, { amount, fee: amount, totalDebit: 2n * amount });
      await hold(store, payout);
      expect(await wallet()).toEqual({ available: 0n, held: 200_000n });
    });

    it('the ledger accepts only as many simultaneous payouts as the balance covers', async () => {
      const payouts = Array.from({ length: 20 }, () => samplePayout(mchId, { amount: 50_000n }));
      const results = await Promise.all(payouts.map((payout) => hold(store, payout)));
      // 2,000.00 covers three payouts of 500.00 with a fee of 42.50.
      expect(results.filter(({ committed }) => committed)).toHaveLength(3);
      expect((await store().ledger.check()).balanced).toBe(true);
    });

    it('the ledger rejects a second capture or release of a captured hold', async () => {
      const payout = samplePayout(mchId);
      await hold(store, payout);
      await store().commit([post(capturePayout(payout, stamp()))]);
      await expect(store().commit([post(releasePayout(payout, stamp()))])).rejects.toThrow();
      await expect(store().commit([post(capturePayout(payout, stamp()))])).rejects.toThrow();
    });

    it('the ledger rejects postings that do not sum to zero or name an unknown account', async () => {
      const sound = topUp(mchId, 5n, stamp());
      const lopsided = {
        ...sound,
        postings: [...sound.postings, { account: 'gateway:fees', amount: 1n } as const],
      };
      await expect(store().commit([post(lopsided)])).rejects.toThrow('sum to zero');
      await expect(store().commit([post(topUp('nobody', 5n, stamp()))])).rejects.toThrow();
      expect(await wallet()).toEqual({ available: 200_000n, held: 0n });
    });

    it('the ledger counts the payouts of a day, without failed payouts', async () => {
      const add = (amount: bigint, max: bigint | null, day = '2026-11-20') =>
        store().commit([{ write: 'add_daily', mchId, day, amount, max }]);
      const total = (day = '2026-11-20') => store().payouts.dailyTotal(mchId, day);
      expect(await total()).toBe(0n);
      expect(await add(600n, 1_000n)).toEqual({ committed: true });
      expect(await add(401n, 1_000n)).toEqual({ committed: false, conflict: 'daily_limit' });
      expect(await total()).toBe(600n);
      expect(await add(400n, 1_000n)).toEqual({ committed: true });
      expect(await add(1n, 1_000n)).toEqual({ committed: false, conflict: 'daily_limit' });
      expect(await add(1n, 1_000n, '2026-11-21')).toEqual({ committed: true });
      expect(await add(-600n, null)).toEqual({ committed: true });
      expect(await total()).toBe(400n);
      expect(await total('2026-11-21')).toBe(1n);
      expect(await add(1_001n, 1_000n, '2026-11-22')).toEqual({ committed: false, conflict: 'daily_limit' });
    });
  });
}

function hold(store: CurrentStore, payout: Payout) {
  return store().commit([{ write: 'insert_payout', payout }, post(holdPayout(payout, stamp()))]);
}

function resolve(store: CurrentStore, payout: Payout, status: 'success' | 'failed') {
  const state =
    status === 'success'
      ? ({ status, paidAt: t0, txid: null } as const)
      : ({ status, failedAt: t0, message: 'rejected' } as const);
  const transaction = status === 'success' ? capturePayout(payout, stamp()) : releasePayout(payout, stamp());
  return store().commit([
    { write: 'update_payout', payout: { ...payout, state, version: 2 } },
    post(transaction),
  ]);
}
