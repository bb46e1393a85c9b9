import { describe, expect, it } from 'vitest';
import type { Deposit } from '../domain/deposit.ts';
import { merchantFor } from './orders.contract.ts';
import {
  type CurrentStore,
  minute,
  sampleLink,
  sampleMerchant,
  samplePayin,
  samplePayout,
  t0,
} from './samples.contract.ts';
import type { Paged } from './store.ts';

export function listsContract(store: CurrentStore): void {
  listTests(store);
  expiryTests(store);
}

function listTests(store: CurrentStore): void {
  describe('order lists', () => {
    const mchId = merchantFor(store);

    it('the pages of a list contain each order once, newest first, even while new orders arrive', async () => {
      const payins = Array.from({ length: 7 }, () => samplePayin(mchId()));
      for (const deposit of payins) await store().commit([{ write: 'insert_deposit', deposit }]);
      const newestFirst = payins.map(({ orderNo }) => orderNo).reverse();
      const seen: string[] = [];
      let page: Paged<Deposit> = await store().deposits.list({ kind: 'payin' }, { limit: 3 });
      for (;;) {
        seen.push(...page.items.map(({ orderNo }) => orderNo));
        if (page.nextCursor === null) break;
        await store().commit([{ write: 'insert_deposit', deposit: samplePayin(mchId()) }]);
        page = await store().deposits.list({ kind: 'payin' }, { limit: 3, cursor: page.nextCursor });
      }
      expect(seen).toEqual(newestFirst);
    });

    it('a list has no next page when the last item is on the current page', async () => {
      for (let i = 0; i < 3; i++)
        await store().commit([{ write: 'insert_payout', payout: samplePayout(mchId()) }]);
      expect((await store().payouts.list({}, { limit: 3 })).nextCursor).toBeNull();
      expect((await store().payouts.list({}, { limit: 2 })).nextCursor).not.toBeNull();
    });

    it('a list filters by any combination of merchant, kind, status and reference', async () => {
      const other = sampleMerchant();
      const mine = samplePayin(mchId(), { mchOrderNo: 'ref' });
      const theirs = samplePayin(other.mchId, { mchOrderNo: 'ref' });
      const link = sampleLink(mchId(), { clientRef: 'ref' });
      await store().commit([
        { write: 'insert_merchant', merchant: other },
        ...[mine, theirs, link].map((deposit) => ({ write: 'insert_deposit', deposit }) as const),
        { write: 'update_deposit', deposit: { ...theirs, state: { status: 'expired' }, version: 2 } },
      ]);
      const numbers = async (filter: Parameters<ReturnType<CurrentStore>['deposits']['list']>[0]) =>
        (await store().deposits.list(filter, { limit: 10 })).items.map(({ orderNo }) => orderNo);
      expect(await numbers({ kind: 'payin' })).toEqual([theirs.orderNo, mine.orderNo]);
      expect(await numbers({ kind: 'link' })).toEqual([link.orderNo]);
      expect(await numbers({ kind: 'payin', mchId: mchId() })).toEqual([mine.orderNo]);
      expect(await numbers({ kind: 'payin', status: 'expired' })).toEqual([theirs.orderNo]);
      expect(await numbers({ kind: 'payin', reference: 'ref' })).toEqual([theirs.orderNo, mine.orderNo]);
      expect(await numbers({ kind: 'payin', reference: 'ref', mchId: mchId(), status: 'pending' })).toEqual([
        mine.orderNo,
      ]);
      expect(await numbers({ kind: 'payin', status: 'failed' })).toEqual([]);
    });

    it('a list filters by the status at an instant, even before the store records the status', async () => {
      const due = samplePayin(mchId(), { expiresAt: t0 + minute });
      const later = samplePayin(mchId(), { expiresAt: t0 + 2 * minute });
      const link = sampleLink(mchId(), { expiresAt: t0 + minute });
      await store().commit([due, later, link].map((deposit) => ({ write: 'insert_deposit', deposit })));
      const numbers = async (status: 'pending' | 'expired', now: number) =>
        (await store().deposits.list({ kind: 'payin', status, now }, { limit: 10 })).items.map(
          ({ orderNo }) => orderNo,
        );
      const before = t0 + minute - 1;
      expect(await numbers('pending', before)).toEqual([later.orderNo, due.orderNo]);
      expect(await numbers('expired', before)).toEqual([]);
      expect((await store().tallies(before)).payins).toEqual({ pending: 2 });
      expect(await numbers('pending', t0 + minute)).toEqual([later.orderNo]);
      expect(await numbers('expired', t0 + minute)).toEqual([due.orderNo]);
      expect(await store().tallies(t0 + minute)).toMatchObject({
        payins: { pending: 1, expired: 1 },
        links: { expired: 1 },
      });
    });

    it('the store counts pay-ins by kind and state', async () => {
      const paid = { status: 'success', paidAmount: 50_000n, utr: null, paidAt: t0 } as const;
      const failed = { status: 'failed', failedAt: t0 } as const;
      const pending = { status: 'pending' } as const;
      const deposits = [
        ...[paid, paid, paid, failed, pending].map((state) => samplePayin(mchId(), { state })),
        ...[paid, failed, failed, pending].map((state) => sampleLink(mchId(), { state })),
      ];
      await store().commit(deposits.map((deposit) => ({ write: 'insert_deposit', deposit })));
      expect(await store().tallies(t0)).toEqual({
        payins: { success: 3, failed: 1, pending: 1 },
        links: { success: 1, failed: 2, pending: 1 },
        payouts: {},
        callbacks: {},
      });
    });

    it.each(['x', '', '0', '-1', '1e3', '99999999999999999999'])(
      'a list rejects the cursor %j',
      async (cursor) => {
        const page = store().payouts.list({}, { limit: 3, cursor });
        await expect(page).rejects.toMatchObject({ name: 'StoreError', code: 'invalid_cursor' });
      },
    );
  });
}

function expiryTests(store: CurrentStore): void {
  describe('expiry of pay-ins', () => {
    const mchId = merchantFor(store);

    it('the next expiry ignores pay-ins that are not pending', async () => {
      expect(await store().deposits.nextExpiry()).toBeNull();
      const late = samplePayin(mchId(), { expiresAt: t0 + 3 * minute });
      const early = sampleLink(mchId(), { expiresAt: t0 + minute });
      const paid = samplePayin(mchId(), { expiresAt: t0 });
      await store().commit([late, early, paid].map((deposit) => ({ write: 'insert_deposit', deposit })));
      const state = { status: 'success', paidAmount: 1n, utr: null, paidAt: t0 } as const;
      await store().commit([{ write: 'update_deposit', deposit: { ...paid, state, version: 2 } }]);
      expect(await store().deposits.nextExpiry()).toBe(t0 + minute);
      expect(await store().deposits.dueToExpire(t0 + minute - 1, 10)).toEqual([]);
      expect(await store().deposits.dueToExpire(t0 + minute, 10)).toEqual([early]);
      expect(await store().deposits.dueToExpire(t0 + 9 * minute, 10)).toEqual([early, late]);
      expect(await store().deposits.dueToExpire(t0 + 9 * minute, 1)).toEqual([early]);
    });
  });
}
