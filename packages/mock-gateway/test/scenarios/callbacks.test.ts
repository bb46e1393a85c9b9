import { verifyCallback } from '@inrgate/sdk/callbacks';
import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import type { Keys } from '../client.ts';
import { afterStart, hour, minute, Orders, openGateway, start } from './harness.ts';
import { fieldsOf, md5Sign, type Received, Receiver, reject, reply } from './receiver.ts';

const formats = ['json', 'form'] as const;

const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const;

/** Fields of a pay-in callback (spec: Events, Pay-in callback). Only USDT orders add `usdtAmount`. */
const payinFields = [
  'mchId',
  'merchant_id',
  'mchOrderNo',
  'merchant_order_no',
  'orderNo',
  'gateway_order_no',
  'amount',
  'paidAmount',
  'fee',
  'netAmount',
  'tradeType',
  'status',
  'utr',
  'payTime',
  'extra',
  'sign',
];

/** Fields of a payout callback (spec: Events, Pay-out callback). */
const payoutFields = [
  'mchId',
  'merchant_id',
  'mchOrderNo',
  'merchant_order_no',
  'orderNo',
  'gateway_order_no',
  'amount',
  'fee',
  'totalDebit',
  'status',
  'txid',
  'payTime',
  'message',
  'sign',
];

/** Fields of a link callback (spec: Events, Legacy webhook). */
const linkFields = ['link_code', 'client_ref', 'amount', 'currency', 'status', 'paid_at', 'sign'];

interface Scene {
  readonly gateway: MockGateway;
  readonly keys: Keys;
  readonly receiver: Receiver;
  readonly orders: Orders;
}

/** A merchant whose saved callback URL is the receiver. */
async function scene(callbackFormat: 'json' | 'form' = 'json'): Promise<Scene> {
  const gateway = await openGateway();
  const receiver = await Receiver.open();
  const keys = await gateway.createMerchant({ callbackUrl: receiver.url, callbackFormat });
  return { gateway, keys, receiver, orders: new Orders(gateway, keys) };
}

/** Reads a callback as a merchant does. Verifies the digest without the tested code. */
function verified(received: Received, keys: Keys, key: string) {
  const fields = fieldsOf(received);
  expect(fields['sign']).toBe(md5Sign(fields, key));
  return verifyCallback(received.body, { contentType: received.headers['content-type'], ...keys });
}

describe.each(formats)('pay-in callback as %s', (format) => {
  it('a pay-in callback that reports a payment is signed with mchKey [spec:events.payin] [spec:events.format] [spec:auth.callback-key] [spec:payin.extra] [reading:callbacks.headers] [reading:money.fees-follow-amount]', async () => {
    const { gateway, keys, receiver, orders } = await scene(format);
    const orderNo = await orders.payin({ mchOrderNo: 'A-1', amount: '1234.56', extra: 'blue & ünï + 50%' });
    await gateway.payins.pay(orderNo, { paidAmount: '1200.00', utr: '412345678901' });
    await gateway.callbacks.settle();

    expect(receiver.received).toHaveLength(1);
    expect(receiver.last).toMatchObject({ method: 'POST', path: '/callbacks' });
    expect(receiver.last.headers).toMatchObject({
      'content-type': contentTypes[format],
      'user-agent': 'inrgate-mock-gateway',
    });
    const [fields = {}] = receiver.fields;
    expect(Object.keys(fields).sort()).toEqual([...payinFields].sort());
    expect(fields).toMatchObject({
      mchId: keys.mchId,
      merchant_id: keys.mchId,
      mchOrderNo: 'A-1',
      merchant_order_no: 'A-1',
      orderNo,
      gateway_order_no: orderNo,
      amount: '1234.56',
      paidAmount: '1200.00',
      fee: '135.80',
      netAmount: '1098.76',
      tradeType: 'INRUPI',
      status: 'success',
      utr: '412345678901',
      payTime: start,
      extra: 'blue & ünï + 50%',
    });
    expect(fields['sign']).toMatch(/^[0-9A-F]{32}$/);
    expect(verified(receiver.last, keys, keys.mchKey)).toMatchObject({
      kind: 'payin',
      test: false,
      orderNo,
      status: 'success',
      paidAmount: '1200.00',
      utr: '412345678901',
    });
  });

  it('a pay-in callback reports a failure, without the fields of a payment [spec:events.payin] [spec:states.payin.failed] [spec:payin.extra] [spec:auth.callback-key] [reading:states.failed-callback]', async () => {
    const { gateway, keys, receiver, orders } = await scene(format);
    await gateway.payins.fail(await orders.payin({ extra: 'e' }));
    await gateway.callbacks.settle();

    const [fields = {}] = receiver.fields;
    expect(Object.keys(fields).sort()).toEqual([...payinFields].sort());
    expect(fields).toMatchObject({ status: 'failed', paidAmount: '', utr: '', payTime: '', extra: 'e' });
    expect(verified(receiver.last, keys, keys.mchKey)).toMatchObject({ kind: 'payin', status: 'failed' });
  });

  it('a pay-in callback of a USDT order contains its expected USDT amount [spec:events.payin]', async () => {
    const { gateway, keys, receiver, orders } = await scene(format);
    await gateway.payins.pay(await orders.payin({ amount: '500.00', tradeType: 'usdt' }));
    await gateway.callbacks.settle();

    const [fields = {}] = receiver.fields;
    expect(Object.keys(fields).sort()).toEqual([...payinFields, 'usdtAmount'].sort());
    expect(fields).toMatchObject({ tradeType: 'usdt', usdtAmount: '5.555556', utr: '' });
    expect(verified(receiver.last, keys, keys.mchKey)).toMatchObject({ usdtAmount: '5.555556' });
  });
});

describe('format of callbacks', () => {
  it('a callback is JSON unless the merchant has saved another format [spec:events.format]', async () => {
    const gateway = await openGateway();
    const receiver = await Receiver.open();
    const keys = await gateway.createMerchant({ callbackUrl: receiver.url });
    await gateway.payins.pay(await new Orders(gateway, keys).payin());
    await gateway.callbacks.settle();
    expect(receiver.last.headers['content-type']).toBe('application/json');
    expect(JSON.parse(receiver.last.body)).toMatchObject({ status: 'success' });
  });
});

describe('URL of a pay-in callback [spec:events.payin.target]', () => {
  it("the gateway sends a pay-in callback to the order's notifyUrl instead of the saved URL", async () => {
    const { gateway, receiver, orders } = await scene();
    const own = await Receiver.open();
    await gateway.payins.pay(await orders.payin({ notifyUrl: own.url }));
    await gateway.callbacks.settle();
    expect(own.received).toHaveLength(1);
    expect(receiver.received).toHaveLength(0);
  });

  it('the callback of a failed pay-in uses the same URLs as the callback of a paid pay-in', async () => {
    const { gateway, receiver, orders } = await scene();
    const own = await Receiver.open();
    await gateway.payins.fail(await orders.payin({ notifyUrl: own.url }));
    await gateway.payins.fail(await orders.payin());
    await gateway.callbacks.settle();
    expect(own.fields).toMatchObject([{ mchOrderNo: 'P-1', status: 'failed' }]);
    expect(receiver.fields).toMatchObject([{ mchOrderNo: 'P-2', status: 'failed' }]);
  });

  it('if an order has no notifyUrl, its callback goes to the URL that is saved at the time of the event', async () => {
    const { gateway, keys, receiver, orders } = await scene();
    const later = await Receiver.open();
    const orderNo = await orders.payin();
    await gateway.merchants.update(keys.mchId, { callbackUrl: later.url });
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    expect(later.received).toHaveLength(1);
    expect(receiver.received).toHaveLength(0);
  });

  it('a pay-in callback without any URL is recorded as undeliverable with a notification [reading:callbacks.undeliverable] [contract:control.notifications]', async () => {
    const gateway = await openGateway();
    const orders = new Orders(gateway);
    const orderNo = await orders.payin();
    await gateway.payins.pay(orderNo);
    const payout = await orders.payout();
    await gateway.payouts.approve(payout);

    const { items } = await gateway.callbacks.list({ orderNo });
    expect(items).toMatchObject([
      { event: 'payin.success', state: 'undeliverable', url: null, nextAttemptAt: null, attempts: [] },
    ]);
    const notes = await gateway.merchants.notifications(gateway.merchant.mchId);
    expect(notes.items).toMatchObject([
      { kind: 'callback_undeliverable', orderNo: payout, at: start },
      {
        id: expect.stringMatching(/^note_\w{32}$/),
        kind: 'callback_undeliverable',
        orderNo,
        callbackId: expect.stringMatching(/^cb_\w{32}$/),
        at: start,
        message:
          'The payin.success callback has no URL. The order contains no callback URL, and the merchant has no saved callback URL.',
      },
    ]);
    expect(notes.items[1]?.callbackId).toBe(items[0]?.id);
    expect(await gateway.callbacks.settle()).toEqual({ settled: true, pending: 0 });
  });
});

describe('failed pay-in', () => {
  it('a failed pay-in leaves the wallet unchanged [spec:states.payin.failed]', async () => {
    const { gateway, keys, orders } = await scene();
    const before = await gateway.merchants.wallet(keys.mchId);
    const orderNo = await orders.payin();
    await gateway.payins.fail(orderNo);
    expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'failed', paidAt: null });
    expect(await gateway.merchants.wallet(keys.mchId)).toEqual(before);
  });

  it('the gateway sends no callback for a failed pay-in if the settings disable such callbacks [reading:states.failed-callback] [contract:control.settings]', async () => {
    const { gateway, receiver, orders } = await scene();
    await gateway.settings.update({ failedPayinCallback: false });
    const orderNo = await orders.payin();
    await gateway.payins.fail(orderNo);
    await gateway.callbacks.settle();
    expect((await gateway.callbacks.list({ orderNo })).items).toEqual([]);
    expect(receiver.received).toHaveLength(0);
  });

  it('if a failed pay-in is paid later, the gateway sends a success callback after the failure callback [spec:states.payin.failed-paid]', async () => {
    const { gateway, keys, receiver, orders } = await scene();
    const orderNo = await orders.payin();
    await gateway.payins.fail(orderNo);
    await gateway.callbacks.settle();
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    expect(receiver.fields.map(({ status }) => status)).toEqual(['failed', 'success']);
    expect(verified(receiver.last, keys, keys.mchKey)).toMatchObject({ status: 'success' });
  });

  it('the gateway sends no callback for an expired pay-in [spec:events.payin]', async () => {
    const { gateway, receiver, orders } = await scene();
    const orderNo = await orders.payin();
    await gateway.clock.advance('31m');
    expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'expired' });
    expect(receiver.received).toHaveLength(0);
  });
});

describe.each(formats)('payout callback as %s', (format) => {
  it('payout callbacks report approval and payment and are signed with mchSecret [spec:events.payout] [spec:events.format] [spec:auth.callback-key]', async () => {
    const { gateway, keys, receiver, orders } = await scene(format);
    const orderNo = await orders.payout({ mchOrderNo: 'W/7', amount: '1000.00' });
    await gateway.payouts.approve(orderNo);
    await gateway.clock.advance('2m');
    await gateway.payouts.complete(orderNo, { txid: 'TX 1+2' });
    await gateway.callbacks.settle();

    expect(receiver.received).toHaveLength(2);
    const [processing = {}, success = {}] = receiver.fields;
    const known = {
      mchId: keys.mchId,
      merchant_id: keys.mchId,
      mchOrderNo: 'W/7',
      merchant_order_no: 'W/7',
      orderNo,
      gateway_order_no: orderNo,
      amount: '1000.00',
      fee: '75.00',
      totalDebit: '1075.00',
      message: '',
    };
    expect(Object.keys(processing).sort()).toEqual([...payoutFields].sort());
    expect(processing).toMatchObject({ ...known, status: 'processing', txid: '', payTime: '' });
    expect(Object.keys(success).sort()).toEqual([...payoutFields].sort());
    expect(success).toMatchObject({
      ...known,
      status: 'success',
      txid: 'TX 1+2',
      payTime: afterStart(2 * minute),
    });
    for (const fields of [processing, success]) expect(fields['sign']).toBe(md5Sign(fields, keys.mchSecret));
    expect(receiver.last.headers['content-type']).toBe(contentTypes[format]);
  });

  it('a payout callback reports why a payout failed and is signed with mchSecret [spec:events.payout] [spec:states.payout.failed] [spec:auth.callback-key]', async () => {
    const { gateway, keys, receiver, orders } = await scene(format);
    await gateway.payouts.reject(await orders.payout(), { message: 'name does not match' });
    await gateway.callbacks.settle();
    const [fields = {}] = receiver.fields;
    expect(fields).toMatchObject({
      status: 'failed',
      message: 'name does not match',
      txid: '',
      payTime: '',
    });
    expect(verified(receiver.last, keys, keys.mchSecret)).toMatchObject({
      kind: 'payout',
      status: 'failed',
      message: 'name does not match',
    });
  });

  it('a payout callback contains the txid of a USDT transfer [spec:events.payout]', async () => {
    const { gateway, keys, receiver, orders } = await scene(format);
    const usdtAddress = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    const orderNo = await orders.payout({ upiId: null, usdtAddress });
    await gateway.payouts.approve(orderNo);
    await gateway.payouts.complete(orderNo);
    await gateway.callbacks.settle();
    const success = verified(receiver.last, keys, keys.mchSecret);
    expect(success).toMatchObject({ kind: 'payout', status: 'success' });
    expect(receiver.fields.at(-1)?.['txid']).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('payout callback', () => {
  it('the gateway sends a payout callback only to the saved URL, whatever notifyUrl the request contains [spec:events.payout.target] [spec:payout.notify-url]', async () => {
    const { gateway, receiver, orders } = await scene();
    const own = await Receiver.open();
    await gateway.payouts.cancel(await orders.payout({ notifyUrl: own.url }));
    await gateway.callbacks.settle();
    expect(own.received).toHaveLength(0);
    expect(receiver.fields).toMatchObject([{ status: 'failed', message: 'Cancelled' }]);
  });

  it('the callback of a rejected payout ignores the setting for failed pay-ins [spec:events.payout]', async () => {
    const { gateway, receiver, orders } = await scene();
    await gateway.settings.update({ failedPayinCallback: false });
    await gateway.payouts.reject(await orders.payout());
    await gateway.callbacks.settle();
    expect(receiver.fields).toMatchObject([{ status: 'failed' }]);
  });

  it('the gateway sends one callback for each event of a payout and none for its creation [spec:events.payout]', async () => {
    const { gateway, orders } = await scene();
    const orderNo = await orders.payout();
    expect((await gateway.callbacks.list({ orderNo })).items).toEqual([]);
    await gateway.payouts.approve(orderNo);
    await gateway.payouts.reject(orderNo);
    await gateway.callbacks.settle();
    const { items } = await gateway.callbacks.list({ orderNo });
    expect(items.map(({ event }) => event)).toEqual(['payout.failed', 'payout.processing']);
  });
});

describe('link callback', () => {
  it('a link callback is JSON signed with the API Secret, whatever format the merchant has saved [spec:events.legacy] [reading:callbacks.legacy-target]', async () => {
    const { gateway, keys, receiver, orders } = await scene('form');
    const linkCode = await orders.link({ client_ref: 'ref 1', amount: '250.5', notify_url: receiver.url });
    await gateway.clock.advance('90s');
    await gateway.links.pay(linkCode, { paidAmount: '200.00' });
    await gateway.callbacks.settle();

    expect(receiver.received).toHaveLength(1);
    expect(receiver.last.headers['content-type']).toBe('application/json');
    const [fields = {}] = receiver.fields;
    expect(Object.keys(fields).sort()).toEqual([...linkFields].sort());
    expect(fields).toMatchObject({
      link_code: linkCode,
      client_ref: 'ref 1',
      amount: '250.50',
      currency: 'INR',
      status: 'success',
      paid_at: afterStart(90_000),
    });
    expect(verified(receiver.last, keys, keys.mchSecret)).toMatchObject({
      kind: 'link',
      linkCode,
      clientRef: 'ref 1',
      status: 'success',
    });
  });

  it('a link callback contains the currency of a USDT link [spec:events.legacy]', async () => {
    const { gateway, keys, receiver, orders } = await scene();
    const linkCode = await orders.link({ client_ref: null, currency: 'USDT', notify_url: receiver.url });
    await gateway.links.pay(linkCode);
    await gateway.callbacks.settle();
    expect(receiver.fields).toMatchObject([{ currency: 'USDT', client_ref: '' }]);
    expect(verified(receiver.last, keys, keys.mchSecret)).toMatchObject({ clientRef: '' });
  });

  it.each([200, 201, 204, 299])(
    'a link callback is delivered when the response is %i, whatever the body contains [spec:events.legacy.2xx]',
    async (status) => {
      const { gateway, receiver, orders } = await scene();
      receiver.reply = reply(status, status === 204 ? '' : 'thank you');
      const orderNo = await orders.link({ notify_url: receiver.url });
      await gateway.links.pay(orderNo);
      await gateway.callbacks.settle();
      const { items } = await gateway.callbacks.list({ orderNo });
      expect(items).toMatchObject([
        { kind: 'link', state: 'delivered', attempts: [{ ok: true, status, reason: null }] },
      ]);
    },
  );

  it('the gateway retries a link callback like a v3 callback unless the response is 2xx [spec:events.legacy.retries]', async () => {
    const { gateway, receiver, orders } = await scene();
    receiver.reply = reply(302, 'success', { location: receiver.url });
    const orderNo = await orders.link({ notify_url: receiver.url });
    await gateway.links.pay(orderNo);
    await gateway.clock.advance('8h');
    const { items } = await gateway.callbacks.list({ orderNo });
    expect(items).toMatchObject([{ state: 'failed' }]);
    expect(items[0]?.attempts.map(({ startedAt }) => startedAt)).toEqual(
      [0, 1 * minute, 6 * minute, 21 * minute, 81 * minute, 81 * minute + 6 * hour].map(afterStart),
    );
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  });

  it('the gateway sends no callback for a link without notify_url, even if the merchant has saved a URL [reading:callbacks.legacy-target]', async () => {
    const { gateway, receiver, orders } = await scene();
    const orderNo = await orders.link();
    await gateway.links.pay(orderNo);
    await gateway.callbacks.settle();
    expect((await gateway.callbacks.list({ orderNo })).items).toEqual([]);
    expect(receiver.received).toHaveLength(0);
  });

  it('the gateway sends no callback for a failed link, because link callbacks report only payments [reading:states.failed-callback]', async () => {
    const { gateway, receiver, orders } = await scene();
    const orderNo = await orders.link({ notify_url: receiver.url });
    await gateway.links.fail(orderNo);
    expect((await gateway.callbacks.list({ orderNo })).items).toEqual([]);
    await gateway.links.pay(orderNo);
    await gateway.callbacks.settle();
    expect(receiver.fields).toMatchObject([{ status: 'success' }]);
  });
});

describe('body of a callback [reading:callbacks.fixed-body]', () => {
  it('the body of a callback is fixed at the event, even if the merchant changes format or key later', async () => {
    const { gateway, keys, receiver, orders } = await scene('json');
    receiver.reply = reject;
    const orderNo = await orders.payin({ tradeType: 'usdt' });
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    const elsewhere = await Receiver.open();
    await gateway.merchants.update(keys.mchId, {
      callbackFormat: 'form',
      callbackUrl: elsewhere.url,
      mchKey: 'another-key',
      limits: { payinMin: '600.00' },
    });
    await gateway.settings.update({ usdtRate: '45.0000' });
    await gateway.clock.advance('1m');
    await gateway.payins.resend(orderNo);

    expect(receiver.received).toHaveLength(2);
    expect(elsewhere.received).toHaveLength(1);
    const received = [...receiver.received, elsewhere.last];
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['content-type']))).toEqual(
      new Set(['application/json']),
    );
    expect(verified(receiver.last, keys, keys.mchKey)).toMatchObject({ usdtAmount: '5.555556' });
    const { items } = await gateway.callbacks.list({ orderNo });
    expect(items[0]?.body).toBe(receiver.last.body);
  });

  it('the body of a callback in the control API is byte for byte the body that was sent [contract:control.callbacks]', async () => {
    const { gateway, receiver, orders } = await scene('form');
    const orderNo = await orders.payin({ extra: 'a b+c&d=é' });
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    const { items } = await gateway.callbacks.list({ orderNo });
    expect(items).toMatchObject([{ format: 'form', url: receiver.url, body: receiver.last.body }]);
  });

  it('the body of a callback is signed with the key of its own merchant [spec:events.payin]', async () => {
    const { gateway, receiver, keys } = await scene();
    const other = await gateway.createMerchant({ callbackUrl: receiver.url });
    for (const merchant of [keys, other]) {
      await gateway.payins.pay(await new Orders(gateway, merchant).payin());
    }
    await gateway.callbacks.settle();
    for (const [index, merchant] of [keys, other].entries()) {
      const fields = receiver.fields.find(({ mchId }) => mchId === merchant.mchId) ?? {};
      expect(fields['sign'], `merchant ${index}`).toBe(md5Sign(fields, merchant.mchKey));
    }
  });
});
