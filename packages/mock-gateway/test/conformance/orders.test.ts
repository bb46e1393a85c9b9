import { payinCreated } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import { callerOf, openGateway, orderNoOf } from '../scenarios/harness.ts';
import { ScriptedNetwork } from '../scenarios/sender.ts';

describe('new pay-in', () => {
  it('a new pay-in is pending and has its own checkout URL [spec:states.payin.pending]', async () => {
    const gateway = await openGateway();
    const caller = callerOf(gateway);
    const first = payinCreated.parse((await caller.payin()).data);
    const second = payinCreated.parse((await caller.payin({ mchOrderNo: 'ORDER-2' })).data);
    expect([first.status, second.status]).toEqual(['pending', 'pending']);
    expect(first.pay_url).not.toBe(second.pay_url);
    expect((await gateway.fetch(first.pay_url)).status).toBe(200);
  });
});

describe('late payment', () => {
  it('the gateway sends the same success callback for a late payment as for a payment in time [spec:states.payin.late]', async () => {
    const network = new ScriptedNetwork();
    const gateway = await openGateway({ sender: network.send });
    const { data } = await callerOf(gateway).payin({ notifyUrl: 'https://shop.example/callbacks' });
    await gateway.clock.advance('31m');
    expect(network.sent).toEqual([]);
    await gateway.payins.pay(String(data['orderNo']));
    await gateway.callbacks.settle();
    expect(network.sent.map(({ body }) => JSON.parse(body))).toMatchObject([
      { orderNo: data['orderNo'], status: 'success', payTime: '2026-11-20T15:35:05+05:30' },
    ]);
  });
});

describe('order number of a payout', () => {
  it.each(['A', 'x'.repeat(100), 'aZ09_-.:#/'])(
    'a payout can use the order number %s [spec:limits.mch-order-no]',
    async (mchOrderNo) => {
      const { data } = await callerOf(await openGateway()).payout({ mchOrderNo });
      expect(data).toMatchObject({ mchOrderNo, status: 'pending' });
    },
  );

  it.each(['x'.repeat(101), 'a b', 'a*', 'é', 'a\n'])(
    'a payout cannot use the order number %j [spec:limits.mch-order-no] [spec:errors.invalid_mch_order_no]',
    async (mchOrderNo) => {
      const answer = await callerOf(await openGateway()).payout({ mchOrderNo });
      expect(answer).toMatchObject({ status: 422, error: 'invalid_mch_order_no' });
    },
  );
});

describe('return from the checkout', () => {
  const returnUrl = 'https://shop.example/thanks?order=1&lang=en';
  const written = `href="${returnUrl.replace('&', '&amp;')}"`;

  it('the checkout of a pay-in links to returnUrl, but only after the payment [spec:payin.return-url]', async () => {
    const gateway = await openGateway();
    const { data } = await callerOf(gateway).payin({ returnUrl });
    const page = async () => (await gateway.fetch(String(data['pay_url']))).text();
    expect(await page()).not.toContain(written);
    await gateway.payins.pay(String(data['orderNo']));
    expect(await page()).toContain(written);
  });

  it('the checkout of a link shows a link to return_url, but only after the payment [spec:v1.return-url]', async () => {
    const gateway = await openGateway();
    const { data } = await callerOf(gateway).createLink({ amount: '500.00', return_url: returnUrl });
    const page = async () => (await gateway.fetch(String(data['pay_url']))).text();
    expect(await page()).not.toContain(written);
    await gateway.links.pay(String(data['link_code']));
    expect(await page()).toContain(written);
  });
});

describe('state of a link', () => {
  const outcomes = [
    ['pending', async () => {}],
    ['success', (gateway, code) => gateway.links.pay(code)],
    ['failed', (gateway, code) => gateway.links.fail(code)],
    ['expired', (gateway) => gateway.clock.advance('30m')],
  ] satisfies [
    string,
    (gateway: Awaited<ReturnType<typeof openGateway>>, code: string) => Promise<unknown>,
  ][];

  it.each(outcomes)('the outcome of a link can be %s [spec:states.link]', async (status, come) => {
    const gateway = await openGateway();
    const caller = callerOf(gateway);
    const code = orderNoOf(await caller.createLink({ amount: '500.00' }));
    await come(gateway, code);
    expect((await caller.linkStatus(code)).data).toMatchObject({ status });
  });
});
