import type { Destination, PayType } from '@inrgate/sdk/internal';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Deposit } from '../domain/deposit.ts';
import type { Merchant } from '../domain/merchant.ts';
import type { Payout } from '../domain/payout.ts';
import {
  type CurrentStore,
  sampleLink,
  sampleMerchant,
  samplePayin,
  samplePayout,
  t0,
  unique,
} from './samples.contract.ts';

const committed = { committed: true };

const sampleDestinations: { readonly [Kind in PayType]: Extract<Destination, { payType: Kind }> } = {
  bank: {
    payType: 'bank',
    bankCode: 'SBI',
    accountName: 'Asha Rao',
    accountNumber: '00012345',
    ifsc: 'SBIN0000300',
  },
  upi: { payType: 'upi', upiId: 'asha@okbank' },
  usdt: { payType: 'usdt', usdtAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
};

export function ordersContract(store: CurrentStore): void {
  merchantTests(store);
  depositTests(store);
  payoutTests(store);
}

function merchantTests(store: CurrentStore): void {
  describe('stored merchants', () => {
    it('the store finds a merchant by mchId or by API Key', async () => {
      const merchant = sampleMerchant({
        callbackUrl: 'https://shop.example/cb',
        callbackFormat: 'form',
        suspended: true,
      });
      expect(await store().commit([{ write: 'insert_merchant', merchant }])).toEqual(committed);
      expect(await store().merchants.get(merchant.mchId)).toEqual(merchant);
      expect(await store().merchants.byKey(merchant.mchKey)).toEqual(merchant);
      expect(await store().merchants.get('nobody')).toBeNull();
      expect(await store().merchants.byKey('nothing')).toBeNull();
    });

    it('merchants are listed in the order of their creation', async () => {
      const merchants = ['zeta', 'alpha', 'mid'].map((mchId) => sampleMerchant({ mchId }));
      for (const merchant of merchants) await store().commit([{ write: 'insert_merchant', merchant }]);
      expect(await store().merchants.all()).toEqual(merchants);
    });

    it('each merchant requires a unique mchId and a unique API Key', async () => {
      const merchant = sampleMerchant();
      const other = sampleMerchant();
      await store().commit([
        { write: 'insert_merchant', merchant },
        { write: 'insert_merchant', merchant: other },
      ]);
      const exists = { committed: false, conflict: 'exists' };
      const sameId = { ...sampleMerchant(), mchId: merchant.mchId };
      const sameKey = { ...sampleMerchant(), mchKey: merchant.mchKey };
      expect(await store().commit([{ write: 'insert_merchant', merchant: sameId }])).toEqual(exists);
      expect(await store().commit([{ write: 'insert_merchant', merchant: sameKey }])).toEqual(exists);
      const taken = { ...other, mchKey: merchant.mchKey, version: 2 };
      expect(await store().commit([{ write: 'update_merchant', merchant: taken }])).toEqual(exists);
      expect(await store().merchants.all()).toEqual([merchant, other]);
    });

    it('the store rejects a merchant change based on an outdated version', async () => {
      const [merchant, other] = [sampleMerchant(), sampleMerchant()];
      for (const one of [merchant, other])
        await store().commit([{ write: 'insert_merchant', merchant: one }]);
      const update = (fields: Partial<Merchant>) =>
        store().commit([{ write: 'update_merchant', merchant: { ...merchant, ...fields } }]);
      const stale = { committed: false, conflict: 'version' };
      expect(await update({ suspended: true, version: 1 })).toEqual(stale);
      expect(await update({ suspended: true, version: 3 })).toEqual(stale);
      expect(await update({ suspended: true, version: 2 })).toEqual(committed);
      expect(await update({ callbackFormat: 'form', version: 2 })).toEqual(stale);
      expect(await update({ mchKey: other.mchKey, version: 2 })).toEqual(stale);
      expect(await store().merchants.get(merchant.mchId)).toEqual({
        ...merchant,
        suspended: true,
        version: 2,
      });
    });

    it('a change to a merchant can replace everything except the mchId', async () => {
      const merchant = sampleMerchant();
      await store().commit([{ write: 'insert_merchant', merchant }]);
      const changed = {
        ...sampleMerchant({
          mchId: merchant.mchId,
          version: 2,
          mchKey: unique('new key'),
          ipAllowList: [],
          usdtEnabled: true,
        }),
        limits: {
          payinMin: 1n,
          payinMax: 2n,
          payoutMin: 3n,
          payoutMax: 4n,
          payoutDaily: 9_007_199_254_740_993n,
        },
      };
      expect(await store().commit([{ write: 'update_merchant', merchant: changed }])).toEqual(committed);
      expect(await store().merchants.get(merchant.mchId)).toEqual(changed);
      expect(await store().merchants.byKey(merchant.mchKey)).toBeNull();
      const nobody = sampleMerchant();
      expect(await store().commit([{ write: 'update_merchant', merchant: nobody }])).toEqual({
        committed: false,
        conflict: 'version',
      });
    });
  });
}

function depositTests(store: CurrentStore): void {
  describe('stored pay-ins and links', () => {
    const mchId = merchantFor(store);
    const insert = (deposit: Deposit) => store().commit([{ write: 'insert_deposit', deposit }]);
    const update = (deposit: Deposit) => store().commit([{ write: 'update_deposit', deposit }]);

    it('the store finds a pay-in or link by gateway order number, reference or token', async () => {
      const payin = samplePayin(mchId(), {
        amount: 9_007_199_254_740_993n,
        tradeType: 'usdt',
        usdt: { amount: 100_080_000_000_001n, rate: 900_001n, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
        notifyUrl: 'https://shop.example/notify?a=1',
        returnUrl: 'https://shop.example/thanks',
        extra: 'ünïcödé 🎉 & "quotes"',
      });
      const link = sampleLink(mchId(), { clientRef: 'ref-1', note: 'a note' });
      const bare = sampleLink(mchId());
      for (const deposit of [payin, link, bare]) {
        expect(await insert(deposit)).toEqual(committed);
        expect(await store().deposits.get(deposit.orderNo)).toEqual(deposit);
        expect(await store().deposits.byPayToken(deposit.payToken)).toEqual(deposit);
      }
      expect(await store().deposits.byReference(mchId(), 'payin', payin.mchOrderNo)).toEqual(payin);
      expect(await store().deposits.byReference(mchId(), 'link', 'ref-1')).toEqual(link);
      expect(await store().deposits.byReference(mchId(), 'payin', 'ref-1')).toBeNull();
      expect(await store().deposits.get('none')).toBeNull();
      expect(await store().deposits.byPayToken('none')).toBeNull();
    });

    it('a merchant can use a reference only once per kind, even in simultaneous requests', async () => {
      const results = await Promise.all(
        Array.from({ length: 50 }, () => insert(samplePayin(mchId(), { mchOrderNo: 'same' }))),
      );
      expect(results.filter((result) => result.committed)).toHaveLength(1);
      expect(await insert(sampleLink(mchId(), { clientRef: 'same' }))).toEqual(committed);
      expect(await insert(samplePayin(mchId(), { mchOrderNo: 'same' }))).toEqual({
        committed: false,
        conflict: 'exists',
      });
    });

    it('the store rejects a pay-in or link with a taken gateway order number as existing', async () => {
      const payin = samplePayin(mchId());
      await insert(payin);
      const exists = { committed: false, conflict: 'exists' };
      expect(await insert(samplePayin(mchId(), { orderNo: payin.orderNo }))).toEqual(exists);
      expect(await insert(samplePayin(mchId(), { payToken: payin.payToken }))).toEqual(exists);
    });

    it('a pay-in or link changes only from the version that the decision used', async () => {
      const payin = samplePayin(mchId());
      await insert(payin);
      const paid: Deposit = {
        ...payin,
        state: { status: 'success', paidAmount: 49_000n, utr: '123456789012', paidAt: t0 + 5 },
        version: 2,
      };
      expect(await update(paid)).toEqual(committed);
      expect(await update(paid)).toEqual({ committed: false, conflict: 'version' });
      expect(await update({ ...paid, version: 4 })).toEqual({ committed: false, conflict: 'version' });
      expect(await store().deposits.get(payin.orderNo)).toEqual(paid);
    });

    it.each([
      { status: 'failed', failedAt: t0 + 7 },
      { status: 'expired' },
      { status: 'success', paidAmount: 1n, utr: null, paidAt: t0 },
    ] as const)('the store keeps the pay-in state $status completely', async (state) => {
      const link = sampleLink(mchId());
      await insert(link);
      const moved: Deposit = { ...link, state, version: 2 };
      await update(moved);
      expect(await store().deposits.get(link.orderNo)).toEqual(moved);
    });

    it('a pay-in or link requires an existing merchant', async () => {
      await expect(insert(samplePayin('nobody'))).rejects.toThrow();
      expect((await store().deposits.list({ kind: 'payin' }, { limit: 10 })).items).toEqual([]);
    });
  });
}

function payoutTests(store: CurrentStore): void {
  describe('stored payouts', () => {
    const mchId = merchantFor(store);
    const insert = (payout: Payout) => store().commit([{ write: 'insert_payout', payout }]);
    const update = (payout: Payout) => store().commit([{ write: 'update_payout', payout }]);

    it.each(Object.values(sampleDestinations))(
      'the store keeps every field of a payout to $payType',
      async (destination) => {
        const payout = samplePayout(mchId(), { destination });
        expect(await insert(payout)).toEqual(committed);
        expect(await store().payouts.get(payout.orderNo)).toEqual(payout);
        expect(await store().payouts.byReference(mchId(), payout.mchOrderNo)).toEqual(payout);
        expect(await store().payouts.byReference('other', payout.mchOrderNo)).toBeNull();
      },
    );

    it.each([
      { status: 'processing', approvedAt: t0 + 1 },
      { status: 'success', paidAt: t0 + 2, txid: null },
      { status: 'success', paidAt: t0 + 2, txid: 'ab12' },
      { status: 'failed', failedAt: t0 + 3, message: 'wrong account' },
    ] as const)('the store keeps the payout state $status completely', async (state) => {
      const payout = samplePayout(mchId());
      await insert(payout);
      const moved: Payout = { ...payout, state, version: 2 };
      expect(await update(moved)).toEqual(committed);
      expect(await store().payouts.get(payout.orderNo)).toEqual(moved);
    });

    it('a merchant can use the same order number for one payout and one pay-in', async () => {
      const payout = samplePayout(mchId(), { mchOrderNo: 'same' });
      await insert(payout);
      const deposit = samplePayin(mchId(), { mchOrderNo: 'same' });
      expect(await store().commit([{ write: 'insert_deposit', deposit }])).toEqual(committed);
      const exists = { committed: false, conflict: 'exists' };
      expect(await insert(samplePayout(mchId(), { mchOrderNo: 'same' }))).toEqual(exists);
      expect(await insert(samplePayout(mchId(), { orderNo: payout.orderNo }))).toEqual(exists);
    });

    it('only one of several simultaneous actions resolves a payout', async () => {
      const payout = samplePayout(mchId());
      await insert(payout);
      const states = [
        { status: 'processing', approvedAt: t0 },
        { status: 'failed', failedAt: t0, message: 'rejected' },
        { status: 'failed', failedAt: t0, message: 'cancelled' },
      ] as const;
      const results = await Promise.all(states.map((state) => update({ ...payout, state, version: 2 })));
      expect(results.map((result) => result.committed).sort()).toEqual([false, false, true]);
    });
  });
}

/** Creates a merchant for each test of a group. */
export function merchantFor(store: CurrentStore): () => string {
  let mchId: string;
  beforeEach(async () => {
    const merchant = sampleMerchant();
    mchId = merchant.mchId;
    await store().commit([{ write: 'insert_merchant', merchant }]);
  });
  return () => mchId;
}
