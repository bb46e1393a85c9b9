import { sign } from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { callerOf, Orders, openGateway } from './harness.ts';
import { ScriptedNetwork } from './sender.ts';

/** The request of `callerOf(gateway).payin()`, for a call that gets no response. */
function signedPayin({ merchant }: MockGateway): RequestInit {
  const params = { mchId: merchant.mchId, mchOrderNo: 'ORDER-1', amount: '500.00' };
  const headers = { 'content-type': 'application/json' };
  return {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...params, sign: sign(params, merchant.mchKey) }),
  };
}

describe('timeline of inrgate where', () => {
  it('the timeline shows the paid amount, or null before the payment', async () => {
    const gateway = await openGateway();
    const orders = new Orders(gateway);
    const [payin, link, payout] = [await orders.payin(), await orders.link(), await orders.payout()];
    const found = async () =>
      (await Promise.all([payin, link, payout].map((number) => gateway.where(number)))).map(({ order }) => [
        order.kind,
        order.status,
        order.paid,
      ]);
    expect(await found()).toEqual([
      ['payin', 'pending', null],
      ['link', 'pending', null],
      ['payout', 'pending', null],
    ]);
    await gateway.payins.pay(payin, { paidAmount: '499.00' });
    await gateway.links.pay(link);
    await gateway.payouts.approve(payout);
    await gateway.payouts.complete(payout);
    expect(await found()).toEqual([
      ['payin', 'success', '499.00'],
      ['link', 'success', '500.00'],
      ['payout', 'success', '1000.00'],
    ]);
  });

  it.each([
    [
      'before',
      { kind: 'drop' },
      'no response, connection reset on purpose, before the request had an effect',
    ],
    ['after', { kind: 'drop' }, 'no response, connection reset on purpose, after the request had its effect'],
    ['after', { kind: 'hang' }, 'no response, on purpose, after the request had its effect'],
    ['after', { kind: 'truncate' }, 'half of the response, on purpose, after the request had its effect'],
    ['after', { kind: 'garbage' }, 'the page of a proxy, on purpose, after the request had its effect'],
    ['before', { kind: 'status', status: 503 }, 'status 503 on purpose, before the request had an effect'],
  ] as const)(
    'the request log and the timeline show a fault %s the effect: %j [contract:faults.shown]',
    async (phase, action, note) => {
      const gateway = await openGateway();
      const { id } = await gateway.faults.add({ endpoint: 'payin', phase, times: 1, action });
      const signal = AbortSignal.timeout(100);
      await callerOf(gateway)
        .request('/v3/payin', { ...signedPayin(gateway), signal })
        .catch(() => {});
      await expect.poll(async () => (await gateway.requests.list()).items).toHaveLength(1);
      const [request] = (await gateway.requests.list()).items;
      expect(request?.fault).toEqual({ id, phase, kind: action.kind, note });
      const { timeline, broken } = await gateway.where('ORDER-1');
      expect(timeline[0]?.what).toContain(`(${id}: ${note})`);
      expect(broken?.fix).toContain('inrgate mock fault list');
      await callerOf(gateway).payin();
      expect((await gateway.where('ORDER-1')).broken).toBeNull();
    },
  );

  it('a delayed request shows its fault but has not failed [contract:faults.shown]', async () => {
    const gateway = await openGateway();
    await gateway.faults.add({ endpoint: 'payin', phase: 'before', action: { kind: 'delay', ms: 1 } });
    await callerOf(gateway).payin();
    const { timeline, broken } = await gateway.where('ORDER-1');
    expect(timeline[0]).toMatchObject({
      what: 'payin returned 200 (fault_1: delayed by 1 ms, on purpose)',
      ok: true,
    });
    expect(broken).toBeNull();
  });

  it.each([
    [
      'payin',
      { notify_url: 'http://127.0.0.1:9/' },
      'notify_url, which payin does not read. It reads notifyUrl or callback_url.',
    ],
    [
      'payin',
      { page_url: 'http://shop.example/' },
      'page_url, which payin does not read. It reads returnUrl or return_url.',
    ],
    [
      'payin',
      { success_url: 'http://shop.example/' },
      'success_url, which payin does not read. It reads returnUrl or return_url.',
    ],
    ['payin', { pay_type: 'usdt' }, 'pay_type, which payin does not read. It reads tradeType or trade_type.'],
    ['payout', { pay_type: 'upi' }, 'pay_type, which payout does not read. It reads payType.'],
    [
      'payout',
      { account_number: '123456' },
      'account_number, which payout does not read. It reads accountNumber.',
    ],
    [
      'payout',
      { notifyUrl: 'http://127.0.0.1:9/' },
      'notifyUrl, which payout does not read. Payout callbacks go to the saved callback URL.',
    ],
  ] as const)(
    'a %s with %j is named in the request log and in where [contract:requests.warnings]',
    async (endpoint, params, told) => {
      const gateway = await openGateway();
      const answer = await callerOf(gateway)[endpoint]({ mchOrderNo: 'A-1', ...params });
      expect(answer.status).toBe(200);
      const warnings = [`The request has ${told}`];
      expect((await gateway.requests.list()).items).toMatchObject([{ warnings }]);
      expect(await gateway.where('A-1')).toMatchObject({ warnings });
    },
  );

  it('a parameter with another name beside its own name causes no warning [contract:requests.warnings]', async () => {
    const gateway = await openGateway();
    const url = 'http://127.0.0.1:9/';
    await callerOf(gateway).payin({ notify_url: url, notifyUrl: url, colour: 'red' });
    expect((await gateway.requests.list()).items).toMatchObject([{ warnings: [] }]);
  });

  it('a callback without a URL names the parameter that v3 does not read [contract:requests.warnings]', async () => {
    const gateway = await openGateway();
    await callerOf(gateway).payin({ notify_url: 'http://127.0.0.1:9/' });
    await gateway.payins.pay('ORDER-1');
    const { broken } = await gateway.where('ORDER-1');
    expect(broken?.fix).toMatch(
      /^The request has notify_url, which payin does not read\. .*Save a callback URL/,
    );
  });

  it('a rejected request without an order number shows its misnamed order number [contract:requests.warnings]', async () => {
    const gateway = await openGateway();
    await callerOf(gateway).v3('payin', { order_no: 'A-1', amount: '500.00' });
    expect((await gateway.requests.list()).items).toMatchObject([
      {
        status: 422,
        warnings: [
          'The request has order_no, which payin does not read. It reads mchOrderNo or merchant_order_no.',
        ],
      },
    ]);
  });

  it('a repeated payout with another destination is named in the request log and in where [contract:requests.warnings]', async () => {
    const gateway = await openGateway();
    const caller = callerOf(gateway);
    await caller.payout({ mchOrderNo: 'W-1', upiId: 'asha@okhdfcbank' });
    await caller.payout({ mchOrderNo: 'W-1', upiId: 'asha@okhdfcbank' });
    expect((await caller.payout({ mchOrderNo: 'W-1', upiId: 'other@okhdfcbank' })).data).toMatchObject({
      duplicate: true,
    });
    const warning =
      'The destination of this repeated payout differs from the stored one. The gateway pays the stored destination.';
    expect((await gateway.requests.list()).items.map(({ warnings }) => warnings)).toEqual([
      [warning],
      [],
      [],
    ]);
    expect((await gateway.where('W-1')).warnings).toEqual([warning]);
  });

  it('where shows a response that acknowledges the callback but reports a failure', async () => {
    const body = Buffer.from('{"success":false,"message":"Invalid signature"}');
    const network = new ScriptedNetwork(() => ({ body }));
    const gateway = await openGateway({ sender: network.send });
    await callerOf(gateway).payin({ notifyUrl: 'http://shop.example/cb' });
    await gateway.payins.pay('ORDER-1');
    await gateway.callbacks.settle();
    const { timeline, broken, warnings } = await gateway.where('ORDER-1');
    const told = /accepted, but the JSON body reports a failure \(success is false\)/;
    expect(broken).toBeNull();
    expect(warnings).toEqual([expect.stringMatching(told)]);
    expect(timeline.at(-1)?.what).toMatch(told);
    expect(timeline.at(-1)?.what).toContain('{"success":false,"message":"Invalid signature"}');
  });

  it('where shows the first 200 characters of the response beside the status', async () => {
    const text = `callback rejected: the body was parsed before verification\u001b[31m${'x'.repeat(300)}`;
    const network = new ScriptedNetwork(() => ({ status: 500, body: Buffer.from(text) }));
    const gateway = await openGateway({ sender: network.send });
    await callerOf(gateway).payin({ notifyUrl: 'http://shop.example/cb' });
    await gateway.payins.pay('ORDER-1');
    await gateway.callbacks.settle();
    const what = (await gateway.where('ORDER-1')).broken?.what ?? '';
    expect(what).toMatch(
      /: status 500; the response was "callback rejected: the body was parsed before verification.*x…"$/,
    );
    expect(what.length).toBeLessThan(350);
  });

  it('the timeline contains only the requests of its own kind of order', async () => {
    const gateway = await openGateway();
    const caller = callerOf(gateway);
    const { data } = await caller.payin({ mchOrderNo: 'A-1' });
    await caller.payout({ mchOrderNo: 'A-1', amount: '1.00' });
    for (let poll = 0; poll < 60; poll++) await caller.query({ mchOrderNo: 'A-1' });
    const { timeline, broken } = await gateway.where(String(data['orderNo']));
    const requests = timeline.filter(({ source }) => source === 'request').map(({ what }) => what);
    expect(requests).toEqual(['payin returned 200', ...Array(60).fill('check-order-status returned 200')]);
    expect(broken).toBeNull();
  });

  it('the timeline call for an order number without an order or a request returns not_found', async () => {
    const gateway = await openGateway();
    await expect(gateway.where('A-1')).rejects.toMatchObject({
      code: 'not_found',
      message: 'No order and no request has this order number.',
    });
  });
});
