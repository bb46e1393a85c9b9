import { describe, expect, it } from 'vitest';
import { call, doors, itemsOf } from './control-door.ts';
import { Orders } from './harness.ts';

const demo = 'DEMO1001';
const callbackUrl = 'http://127.0.0.1:9/callbacks';

/** An order number with all allowed special characters. Two of them have a meaning in a URL. */
const odd = 'ORD/1#2:3.4_5-6';

describe.each(doors)('order queried by its order number %s [contract:control.own-number]', (_how, open) => {
  it('an order number can replace the gateway order number in every control call', async () => {
    const { door, gateway } = await open();
    await gateway.merchants.update(demo, { callbackUrl });
    const orders = new Orders(gateway);
    const payin = await orders.payin({ mchOrderNo: odd });
    const link = await orders.link({ client_ref: `${odd} ü?&%`, notify_url: callbackUrl });
    const payout = await orders.payout({ mchOrderNo: odd });
    const ref = `${odd} ü?&%`;
    for (const [answer, expected] of [
      [call.order('payins', odd), { orderNo: payin, status: 'pending' }],
      [call.fail('payins', odd), { orderNo: payin, status: 'failed' }],
      [call.pay('payins', odd, { paidAmount: '499.00' }), { orderNo: payin, paidAmount: '499.00' }],
      [call.resend('payins', odd), { orderNo: payin, event: 'payin.success' }],
      [call.order('links', ref), { linkCode: link, status: 'pending' }],
      [call.pay('links', ref), { linkCode: link, status: 'success' }],
      [call.resend('links', ref), { orderNo: link, event: 'link.success' }],
      [call.order('payouts', odd), { orderNo: payout, status: 'pending' }],
      [call.approve(odd), { orderNo: payout, status: 'processing' }],
      [call.complete(odd, { txid: 'T1' }), { orderNo: payout, txid: 'T1' }],
      [call.resend('payouts', odd), { orderNo: payout, event: 'payout.success' }],
    ] as const) {
      await door(call.settle());
      expect(await door(answer), answer.path).toMatchObject({ status: 200, body: expected });
    }
    await orders.payout({ mchOrderNo: 'W1' });
    await orders.payout({ mchOrderNo: 'W2' });
    expect(await door(call.reject('W1', {}))).toMatchObject({ status: 200, body: { mchOrderNo: 'W1' } });
    expect(await door(call.cancel('W2'))).toMatchObject({ status: 200, body: { mchOrderNo: 'W2' } });
    expect(await door(call.ledgerCheck())).toMatchObject({ body: { balanced: true } });
  });

  it('the control API rejects an order number that several merchants use, and names the merchants', async () => {
    const { door, gateway } = await open();
    const other = await gateway.createMerchant();
    const mine = await new Orders(gateway).payin({ mchOrderNo: 'ORDER-1' });
    const theirs = await new Orders(gateway, other).payin({ mchOrderNo: 'ORDER-1' });
    for (const each of [
      call.order('payins', 'ORDER-1'),
      call.pay('payins', 'ORDER-1'),
      call.fail('payins', 'ORDER-1'),
      call.resend('payins', 'ORDER-1'),
      call.callbacks({ orderNo: 'ORDER-1' }),
    ]) {
      const { status, body } = await door(each);
      expect([status, body['error']], each.path).toEqual([409, 'ambiguous']);
      for (const name of [demo, mine, other.mchId, theirs]) expect(body['message']).toContain(name);
    }
    expect(itemsOf(await door(call.orders('payins', { status: 'pending' })))).toHaveLength(2);
    const paid = await door(call.pay('payins', 'ORDER-1', {}, { mchId: other.mchId }));
    expect(paid).toMatchObject({ status: 200, body: { orderNo: theirs, status: 'success' } });
    expect(await door(call.fail('payins', 'ORDER-1', { mchId: demo }))).toMatchObject({
      body: { orderNo: mine },
    });
    expect(await door(call.order('payins', 'ORDER-1', { mchId: demo }))).toMatchObject({
      body: { orderNo: mine },
    });
    expect(await door(call.order('payins', theirs, { mchId: demo }))).toMatchObject({ status: 404 });
    expect(await door(call.order('payins', theirs, { merchant: demo }))).toMatchObject({ status: 422 });
  });

  it('a lookup by order number finds an order only if no gateway order number is equal', async () => {
    const { door, gateway } = await open();
    const orders = new Orders(gateway);
    const first = await orders.payin({ mchOrderNo: 'FIRST' });
    const second = await orders.payin({ mchOrderNo: first });
    expect(await door(call.order('payins', first))).toMatchObject({ body: { orderNo: first } });
    expect(await door(call.order('payins', second))).toMatchObject({ body: { mchOrderNo: first } });
    await gateway.payins.pay(first);
    await gateway.payins.pay(second);
    expect(itemsOf(await door(call.callbacks({ orderNo: first })))).toMatchObject([{ orderNo: first }]);
  });

  it('an order number finds the callbacks of its pay-in, payout or link', async () => {
    const { door, gateway } = await open();
    const orders = new Orders(gateway);
    const payin = await orders.payin({ mchOrderNo: odd });
    const payout = await orders.payout({ mchOrderNo: 'W' });
    const link = await orders.link({ client_ref: 'L', notify_url: callbackUrl });
    await gateway.payins.pay(payin);
    await gateway.payouts.approve(payout);
    await gateway.links.pay(link);
    const listed = async (query: Record<string, string>) =>
      itemsOf(await door(call.callbacks(query))).map(({ orderNo }) => orderNo);
    expect(await listed({ orderNo: odd })).toEqual([payin]);
    expect(await listed({ orderNo: 'W' })).toEqual([payout]);
    expect(await listed({ orderNo: 'L' })).toEqual([link]);
    expect(await listed({ orderNo: 'W', mchId: 'nobody' })).toEqual([]);
    expect(await listed({ orderNo: payin, mchId: 'nobody' })).toEqual([]);
    expect(await listed({ orderNo: 'NONE' })).toEqual([]);
    // A pay-in and a payout can have the same order number (reading: Parameters).
    const both = await orders.payout({ mchOrderNo: odd });
    const { status, body } = await door(call.callbacks({ orderNo: odd }));
    expect([status, body['error']]).toEqual([409, 'ambiguous']);
    expect(body['message']).toContain(`pay-in ${payin} of ${demo}, payout ${both} of ${demo}`);
  });

  it('the control API rejects an order number that very many merchants use, and names the first ten orders', async () => {
    const { door, gateway } = await open();
    for (let merchant = 0; merchant < 12; merchant++) {
      await new Orders(gateway, await gateway.createMerchant()).payin({ mchOrderNo: 'A' });
    }
    const { body } = await door(call.order('payins', 'A'));
    expect(String(body['message']).match(/pay-in PI/g)).toHaveLength(10);
    expect(body['message']).toContain(' and more');
  });
});
