import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  afterStart,
  callerOf,
  minute,
  Orders,
  openGateway,
  reopenGateway,
  start,
  temporaryFile,
} from './harness.ts';
import { Receiver, reply } from './receiver.ts';
import { rejecting, ScriptedNetwork } from './sender.ts';

const callbackUrl = 'http://merchant.example/callbacks';

async function overviewOver(gateway: Awaited<ReturnType<typeof openGateway>>) {
  return (await gateway.fetch(`${gateway.controlUrl}/overview`)).json();
}

describe('overview', () => {
  it('the overview counts orders by state and returns the next due time', async () => {
    const network = new ScriptedNetwork(rejecting);
    const gateway = await openGateway({ sender: network.send });
    expect(await overviewOver(gateway)).toMatchObject({
      now: start,
      mode: 'frozen',
      nextDueAt: null,
      payins: {},
      requests: { total: 0, refused: 0 },
      faults: 0,
      merchants: 1,
    });
    await gateway.merchants.update('DEMO1001', { callbackUrl });
    const orders = new Orders(gateway);
    const paid = await orders.payin();
    await orders.payin();
    await orders.link();
    await orders.payout({ amount: '500.00', upiId: 'asha@bank' });
    await callerOf(gateway).payin({ mchOrderNo: 'bad number' });
    await gateway.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'drop' } });
    await gateway.payins.pay(paid);
    await gateway.callbacks.settle();
    expect(await overviewOver(gateway)).toMatchObject({
      nextDueAt: afterStart(minute),
      payins: { pending: 1, success: 1 },
      links: { pending: 1 },
      payouts: { pending: 1 },
      callbacks: { pending: 1 },
      requests: { total: 5, refused: 1 },
      faults: 1,
    });
  });

  it('the overview counts an order as expired from the time of its expiry', async () => {
    const gateway = await openGateway();
    await new Orders(gateway).payin();
    await gateway.clock.advance('30m');
    expect(await gateway.overview()).toMatchObject({ payins: { expired: 1 }, nextDueAt: null });
  });

  it('the overview counts an order as expired even before the timer of the expiry has run', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const gateway = await openGateway({ clock: undefined });
    await new Orders(gateway).payin();
    vi.setSystemTime(Date.now() + 30 * minute);
    expect(await gateway.overview()).toMatchObject({ payins: { expired: 1 } });
  });
});

describe('advance to the next due time [contract:control.clock]', () => {
  it('an advance to the next due time first runs a retry and then the expiry', async () => {
    const network = new ScriptedNetwork(rejecting);
    const gateway = await openGateway({ sender: network.send });
    await gateway.merchants.update('DEMO1001', { callbackUrl });
    const orders = new Orders(gateway);
    const paid = await orders.payin();
    const waiting = await orders.payin();
    await gateway.payins.pay(paid);
    await gateway.callbacks.settle();
    const answer = await gateway.fetch(`${gateway.controlUrl}/clock/advance-to-next`, { method: 'POST' });
    expect(await answer.json()).toEqual({ now: afterStart(minute), mode: 'frozen' });
    const { items } = await gateway.callbacks.list({ orderNo: paid });
    expect(items[0]?.attempts).toHaveLength(2);
    await gateway.clock.advanceToNext();
    await gateway.clock.advanceToNext();
    expect(gateway.clock.get().now).toBe(afterStart(21 * minute));
    await gateway.clock.advanceToNext();
    expect(await gateway.payins.get(waiting)).toMatchObject({ status: 'expired' });
  });
});

describe('search [contract:control.lists]', () => {
  it('an order search matches the amount and any part of an order number or of the field `extra`', async () => {
    const gateway = await openGateway();
    const orders = new Orders(gateway);
    const small = await orders.payin({ mchOrderNo: 'TEA-1', amount: '200.00', extra: '50% off_now' });
    const large = await orders.payin({ mchOrderNo: 'tea-2', amount: '500.01' });
    const link = await orders.link({ client_ref: 'TEA-3' });
    const found = async (filter: Parameters<typeof gateway.payins.list>[0]) =>
      (await gateway.payins.list(filter)).items.map(({ orderNo }) => orderNo);
    expect(await found({ text: 'tEA-' })).toEqual([large, small]);
    expect(await found({ text: large.slice(4) })).toEqual([large]);
    expect(await found({ text: '% off_' })).toEqual([small]);
    expect(await found({ text: '%' })).toEqual([small]);
    expect(await found({ text: '\\' })).toEqual([]);
    expect(await found({ minAmount: '500.01' })).toEqual([large]);
    expect(await found({ maxAmount: '500.00' })).toEqual([small]);
    expect(await found({ maxAmount: '200.00' })).toEqual([small]);
    expect(await found({ minAmount: '200.00', maxAmount: '500.01', text: 'tea-1' })).toEqual([small]);
    expect((await gateway.links.list({ text: 'tea' })).items).toMatchObject([{ linkCode: link }]);
    for (const rejected of [{ minAmount: '5' }, { text: '\0' }, { text: 'TEA\0x' }]) {
      await expect(gateway.payins.list(rejected)).rejects.toMatchObject({ code: 'invalid_body' });
    }
  });

  it('a payout search never matches the beneficiary', async () => {
    const gateway = await openGateway();
    const orders = new Orders(gateway);
    const orderNo = await orders.payout({ mchOrderNo: 'RENT', amount: '600.00', upiId: 'asha@bank' });
    expect((await gateway.payouts.list({ text: 'rent', minAmount: '600.00' })).items).toMatchObject([
      { orderNo },
    ]);
    expect((await gateway.payouts.list({ text: 'asha' })).items).toEqual([]);
  });

  it("a callback search matches any part of the callback's content", async () => {
    const gateway = await openGateway();
    const orders = new Orders(gateway);
    const numbers: string[] = [];
    for (const extra of ['red', 'blue', 'red']) {
      const orderNo = await orders.payin({ extra });
      await gateway.payins.pay(orderNo);
      numbers.unshift(orderNo);
    }
    const first = await gateway.callbacks.list({ text: 'RED', limit: 1 });
    const second = await gateway.callbacks.list({ text: 'RED', limit: 1, cursor: first.nextCursor ?? '' });
    expect([first, second].flatMap(({ items }) => items.map(({ orderNo }) => orderNo))).toEqual([
      numbers[0],
      numbers[2],
    ]);
    expect(second.nextCursor).toBeNull();
  });

  it('a search filters the request log [contract:control.requests]', async () => {
    const gateway = await openGateway();
    const caller = callerOf(gateway);
    await caller.payin({ mchOrderNo: 'A' });
    await caller.payin({ mchOrderNo: 'B', amount: '1.00' });
    await callerOf(gateway, { ...gateway.merchant, mchKey: 'wrong' }).payin({ mchOrderNo: 'C' });
    const found = async (filter: Parameters<typeof gateway.requests.list>[0]) =>
      (await gateway.requests.list(filter)).items.map(({ mchOrderNo }) => mchOrderNo);
    expect(await found({ status: '4xx' })).toEqual(['C', 'B']);
    expect(await found({ status: '401' })).toEqual(['C']);
    expect(await found({ error: 'amount_range' })).toEqual(['B']);
    expect(await found({ endpoint: 'payout' })).toEqual([]);
    expect(await found({ endpoint: 'payin', mchId: 'DEMO1001' })).toEqual(['C', 'B', 'A']);
    expect(await found({ mchId: 'NOBODY' })).toEqual([]);
    expect(await found({ status: '2xx' })).toEqual(['A']);
    expect(await found({ text: 'PAYIN', mchOrderNo: 'A' })).toEqual(['A']);
    const url = `${gateway.controlUrl}/requests?status=401`;
    expect(await (await gateway.fetch(url)).json()).toMatchObject({
      items: [{ mchOrderNo: 'C' }],
      nextCursor: null,
    });
    await expect(gateway.requests.get('req_9')).rejects.toMatchObject({ code: 'not_found' });
    const [orderNo] = (await gateway.payins.list()).items.map((order) => order.orderNo);
    expect(await found({ orderNo: String(orderNo) })).toEqual(['A']);
    await expect(gateway.requests.list({ status: 'x' })).rejects.toThrowError(/4xx/);
    const first = await gateway.requests.list({ status: '4xx', limit: 1 });
    expect(
      await gateway.requests.list({ status: '4xx', limit: 5, cursor: first.nextCursor ?? '' }),
    ).toMatchObject({
      items: [{ mchOrderNo: 'B' }],
      nextCursor: null,
    });
  });
});

describe('details of a request or a callback', () => {
  it('the details of a request or a callback include the headers, the bodies and the base string', async () => {
    const gateway = await openGateway();
    await gateway.merchants.update('DEMO1001', { callbackUrl });
    const orderNo = await new Orders(gateway).payin({ extra: 'x' });
    await gateway.payins.pay(orderNo);
    const [request] = (await gateway.requests.list({ orderNo })).items;
    expect(await gateway.requests.get(request?.id ?? '')).toMatchObject({
      signature: {
        canonical: 'amount=500.00&extra=x&mchId=DEMO1001&mchOrderNo=P-1&key=<key>',
        key: 'mchKey',
      },
      exchange: {
        request: {
          line: 'POST /v3/payin',
          headers: expect.arrayContaining([
            { name: 'content-type', value: expect.stringMatching(/^application/) },
          ]),
          body: expect.stringContaining('P-1'),
        },
        response: { line: '200', body: expect.stringContaining(orderNo) },
      },
    });
    const [{ id } = { id: '' }] = (await gateway.callbacks.list({ orderNo })).items;
    const callback = await gateway.callbacks.get(id);
    expect(callback.signature).toMatchObject({
      canonical: expect.stringMatching(/^amount=500\.00&extra=x&.*&utr=\d+&key=<key>$/),
      received: JSON.parse(callback.body).sign,
      key: 'mchKey',
    });
    expect(callback.headers).toContainEqual({ name: 'content-type', value: 'application/json' });
  });

  it('the details of a callback include the response headers with masked secrets', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db });
    const headers = { 'x-served-by': 'web-1', 'set-cookie': 'session=abc', 'x-long': 'y'.repeat(9_000) };
    const receiver = await Receiver.open(reply(200, 'success', headers));
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    const orderNo = await new Orders(gateway).payin();
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    const [{ id } = { id: '' }] = (await gateway.callbacks.list({ orderNo })).items;
    await gateway.close();
    const { answers } = await (await reopenGateway(db)).callbacks.get(id);
    expect(answers).toMatchObject([
      {
        number: 1,
        headers: expect.arrayContaining([
          { name: 'x-served-by', value: 'web-1' },
          { name: 'set-cookie', value: '***' },
          { name: 'x-long', value: 'y'.repeat(512) },
        ]),
      },
    ]);
  });
});
