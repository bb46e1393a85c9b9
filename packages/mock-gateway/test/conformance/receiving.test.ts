import type { Delivery } from '@inrgate/conformance/internal';
import { GatewayClient } from '@inrgate/sdk';
import { createCallbackHandler, verifyCallback } from '@inrgate/sdk/callbacks';
import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { Orders, openGateway } from '../scenarios/harness.ts';
import { md5Sign } from '../scenarios/receiver.ts';
import { ScriptedNetwork } from '../scenarios/sender.ts';

const contentType = 'application/json';
const callbackUrl = 'https://shop.example/callbacks';

/** Creates a merchant with callbacks of each kind: paid and failed pay-ins, a payout at every stage, and a link. */
async function everyCallback(): Promise<{ gateway: MockGateway; sent: readonly Delivery[] }> {
  const network = new ScriptedNetwork();
  const gateway = await openGateway({ sender: network.send });
  await gateway.merchants.update(gateway.merchant.mchId, { callbackUrl });
  const orders = new Orders(gateway);
  await gateway.payins.pay(await orders.payin({ extra: 'blue shirt' }));
  await gateway.payins.pay(await orders.payin({ tradeType: 'usdt' }));
  await gateway.payins.fail(await orders.payin());
  const paid = await orders.payout();
  await gateway.payouts.approve(paid);
  await gateway.payouts.complete(paid, { txid: 'f00d' });
  await gateway.payouts.reject(await orders.payout(), { message: 'wrong name' });
  await gateway.links.pay(await orders.link({ notify_url: callbackUrl }));
  await gateway.callbacks.settle();
  expect(network.sent).toHaveLength(7);
  return { gateway, sent: network.sent };
}

describe('callback at its receiver', () => {
  it('a callback is no longer authentic after any field with a value is changed or removed [spec:events.signed]', async () => {
    const { gateway, sent } = await everyCallback();
    const keys = gateway.merchant;
    for (const { body } of sent) {
      const { sign = '', ...fields } = JSON.parse(body) as Record<string, string>;
      const key = 'totalDebit' in fields || 'link_code' in fields ? keys.mchSecret : keys.mchKey;
      expect(sign).toBe(md5Sign(fields, key));
      for (const [name, value] of Object.entries(fields).filter(([, text]) => text !== '')) {
        expect(md5Sign({ ...fields, [name]: `${value}0` }, key), name).not.toBe(sign);
        const changed = JSON.stringify({ ...fields, [name]: `${value}0`, sign });
        const without = JSON.stringify({ ...fields, [name]: '', sign });
        for (const forged of [changed, without])
          expect(() => verifyCallback(forged, { contentType, ...keys }), name).toThrow();
      }
    }
  });

  it('a callback is authentic with a sign in upper or lower case [spec:auth.callback-compare] [reading:sdk.sign-case]', async () => {
    const { gateway, sent } = await everyCallback();
    for (const { body } of sent) {
      const { sign = '', ...fields } = JSON.parse(body) as Record<string, string>;
      expect(sign).toMatch(/^[0-9A-F]{32}$/);
      const lower = JSON.stringify({ ...fields, sign: sign.toLowerCase() });
      const read = (text: string) => verifyCallback(text, { contentType, ...gateway.merchant });
      expect(read(lower)).toEqual(read(body));
    }
  });
});

/** A merchant's server with the SDK's handler. */
async function shop() {
  const credited: (string | null)[] = [];
  const answers: number[] = [];
  const network = new ScriptedNetwork();
  const gateway = await openGateway({
    sender: async (delivery, signal) => {
      const { url, body } = delivery;
      const answer = await handle(
        new Request(url, { method: 'POST', body, headers: { 'content-type': contentType } }),
      );
      answers.push(answer.status);
      const text = await answer.text();
      network.script = () => ({ status: answer.status, body: Buffer.from(text) });
      return network.send(delivery, signal);
    },
  });
  const { baseUrl, fetch, merchant } = gateway;
  const client = new GatewayClient({ baseUrl, fetch, ...merchant });
  const handle = createCallbackHandler({
    ...merchant,
    confirm: client,
    onPayin: (callback) => {
      if (callback.status === 'success') credited.push(callback.paidAmount);
    },
    onError: () => {},
  });
  await gateway.merchants.update(merchant.mchId, { callbackUrl });
  return { gateway, client, handle, credited, answers, network, orders: new Orders(gateway) };
}

describe('receiver built on the SDK', () => {
  it('a receiver built on the SDK credits a repeated callback once [spec:delivery.4]', async () => {
    const { gateway, orders, credited, answers } = await shop();
    const orderNo = await orders.payin();
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    await gateway.payins.resend(orderNo);
    await gateway.payins.resend(orderNo);
    await gateway.callbacks.settle();
    expect(answers).toEqual([200, 200, 200]);
    expect(credited).toEqual(['500.00']);
  });

  it('a receiver built on the SDK credits the paid amount of a success callback that the query confirms [spec:delivery.5]', async () => {
    const { gateway, orders, credited } = await shop();
    await gateway.payins.pay(await orders.payin(), { paidAmount: '450.00' });
    await gateway.payins.fail(await orders.payin());
    await gateway.callbacks.settle();
    expect(credited).toEqual(['450.00']);
  });

  it('a receiver built on the SDK rejects an authentic callback whose amounts differ from the order [spec:delivery.5]', async () => {
    const { gateway, orders, handle, credited, network } = await shop();
    gateway.faults.add({ endpoint: 'callback', times: 1, action: { kind: 'drop' } });
    const orderNo = await orders.payin();
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    expect(network.sent).toEqual([]);
    const [{ body } = { body: '' }] = (await gateway.callbacks.list({ orderNo })).items;
    const { sign: _sign, ...fields } = JSON.parse(body) as Record<string, string>;
    for (const change of [
      { paidAmount: '5000.00' },
      { amount: '5000.00' },
      { mchOrderNo: 'X', merchant_order_no: 'X' },
    ]) {
      const forged = { ...fields, ...change };
      const text = JSON.stringify({ ...forged, sign: md5Sign(forged, gateway.merchant.mchKey) });
      const request = new Request(callbackUrl, {
        method: 'POST',
        body: text,
        headers: { 'content-type': contentType },
      });
      expect((await handle(request)).status, JSON.stringify(change)).toBe(409);
    }
    expect(credited).toEqual([]);
    await gateway.payins.resend(orderNo);
    expect(credited).toEqual(['500.00']);
  });

  it.each(['expired', 'failed'] as const)(
    'a receiver built on the SDK accepts a success callback after the order was %s [reading:sdk.late-success]',
    async (status) => {
      const { gateway, client, orders, credited } = await shop();
      const orderNo = await orders.payin();
      if (status === 'failed') await gateway.payins.fail(orderNo);
      else await gateway.clock.advance('30m');
      expect((await client.payins.retrieve({ orderNo })).status).toBe(status);
      await gateway.payins.pay(orderNo);
      await gateway.callbacks.settle();
      expect((await client.payins.retrieve({ orderNo })).status).toBe('success');
      expect(credited).toEqual(['500.00']);
    },
  );

  it('a receiver built on the SDK rejects a callback that the query does not confirm [spec:delivery.5]', async () => {
    const { gateway, orders, handle, credited, network } = await shop();
    await gateway.payins.pay(await orders.payin());
    await gateway.callbacks.settle();
    const mchOrderNo = 'PENDING';
    const pending = await orders.payin({ mchOrderNo });
    const { sign: _sign, ...fields } = JSON.parse(network.sent[0]?.body ?? '') as Record<string, string>;
    const ofPending = {
      ...fields,
      orderNo: pending,
      gateway_order_no: pending,
      mchOrderNo,
      merchant_order_no: mchOrderNo,
    };
    const post = (sign: string) => {
      const body = JSON.stringify({ ...ofPending, sign });
      return handle(
        new Request(callbackUrl, { method: 'POST', body, headers: { 'content-type': contentType } }),
      );
    };
    expect((await post('A'.repeat(32))).ok).toBe(false);
    expect((await post(md5Sign(ofPending, gateway.merchant.mchKey))).ok).toBe(false);
    expect(credited).toEqual(['500.00']);
    await gateway.payins.pay(pending);
    await gateway.callbacks.settle();
    expect(credited).toEqual(['500.00', '500.00']);
  });
});
