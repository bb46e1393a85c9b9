import { payinCreated, payoutCreated, wallet } from '@inrgate/sdk/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MockGateway } from '../src/gateway.ts';
import { Caller, type Send } from './client.ts';
import { minute } from './builders.ts';

/** A gateway and a way to reach it. */
export interface Reached {
  readonly gateway: MockGateway;
  readonly send: Send;
  close(): Promise<void>;
}

/** The wire API, the same through every adapter. */
export function wireContract(name: string, open: () => Promise<Reached>): void {
  describe(`the wire API ${name}`, () => {
    let reached: Reached;
    let caller: Caller;

    beforeEach(async () => {
      reached = await open();
      caller = new Caller(reached.send, reached.gateway.merchant);
    });
    afterEach(() => reached.close());

    describe('POST payin', () => {
      it('answers the order of the specification', async () => {
        const answer = await caller.payin({ extra: 'blue shirt' });
        expect(answer.status).toBe(200);
        expect(JSON.parse(answer.text)).toMatchObject({ code: 200, success: true, message: 'Success' });
        expect(payinCreated.parse(answer.data)).toMatchObject({
          mchOrderNo: 'ORDER-1',
          amount: '500.00',
          fee: '55.00',
          netAmount: '445.00',
          paidAmount: null,
          status: 'pending',
          tradeType: 'INRUPI',
          extra: 'blue shirt',
          utr: null,
          paidAt: null,
        });
        expect(answer.data['pay_url']).toBe(answer.data['payUrl']);
        const validity = Date.parse(String(answer.data['expiresAt'])) - Date.parse(String(answer.data['createdAt']));
        expect(validity).toBe(30 * minute);
      });

      it('takes a form as well as JSON, with the suffix as without', async () => {
        expect((await caller.payin({ mchOrderNo: 'A' }, { form: true })).status).toBe(200);
        expect((await caller.v3('payin.php', { mchOrderNo: 'B', amount: '500.00' })).status).toBe(200);
      });

      it('answers a repeat with the same order, and 409 with another amount or trade type', async () => {
        const first = await caller.payin();
        const again = await caller.payin();
        expect(again.data).toEqual({ ...first.data, duplicate: true });
        expect((await caller.payin({ amount: '501.00' })).error).toBe('duplicate_order');
        expect(await caller.payin({ tradeType: 'usdt' })).toMatchObject({ status: 409, error: 'duplicate_order' });
      });

      it('refuses one changed byte', async () => {
        const { mchId, mchKey } = caller.keys;
        const params = { mchId, mchOrderNo: 'A', amount: '500.00' };
        const { sign } = await import('@inrgate/sdk/protocol');
        const answer = await caller.raw('/v3/payin', { ...params, amount: '500.01', sign: sign(params, mchKey) });
        expect(answer).toMatchObject({ status: 401, error: 'invalid_signature' });
      });
    });

    describe('a withdrawal', () => {
      it('is held, approved and paid; the books balance at every step', async () => {
        const { gateway } = reached;
        const created = await caller.payout();
        expect(payoutCreated.parse(created.data)).toMatchObject({
          amount: '1000.00',
          fee: '75.00',
          totalDebit: '1075.00',
          status: 'pending',
          payType: 'upi',
        });
        expect(created.data['orderNo']).toMatch(/^WD/);
        expect((await caller.balance()).data).toMatchObject({ available: '98925.00', frozen: '1075.00' });
        const orderNo = String(created.data['orderNo']);
        expect(await gateway.payouts.approve(orderNo)).toMatchObject({ status: 'processing' });
        expect(await gateway.payouts.complete(orderNo)).toMatchObject({ status: 'success' });
        expect(wallet.parse((await caller.balance()).data)).toMatchObject({ available: '98925.00', frozen: '0.00' });
        expect(await gateway.ledger.check()).toMatchObject({ balanced: true });
      });

      it('that is rejected gives amount and fee back', async () => {
        const created = await caller.payout();
        await reached.gateway.payouts.reject(String(created.data['orderNo']), { message: 'wrong name' });
        expect((await caller.balance()).data).toMatchObject({ available: '100000.00', frozen: '0.00' });
      });
    });

    it('finds an order by either number, and by the key’s kind', async () => {
      const { data } = await caller.payin();
      const orderNo = String(data['orderNo']);
      expect((await caller.v3('check-order-status', { mchOrderNo: 'ORDER-1' })).data).toEqual({ ...data, type: 'payin' });
      expect((await caller.v3('check-order-status', { orderNo })).data).toEqual({ ...data, type: 'payin' });
      const bySecret = await caller.v3('check-order-status', { mchOrderNo: 'ORDER-1' }, { key: 'mchSecret' });
      expect(bySecret).toMatchObject({ status: 404, error: 'order_not_found' });
    });
  });
}
