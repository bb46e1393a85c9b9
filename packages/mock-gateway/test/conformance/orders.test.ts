import { payinCreated } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import { callerOf, openGateway, orderNoOf } from '../scenarios/harness.ts';
import { ScriptedNetwork } from '../scenarios/sender.ts';

describe('a pay-in', () => {
  it('begins as pending, with a checkout URL of its own [spec:states.payin.pending]', async () => {
    const gateway = await openGateway();
    const caller = callerOf(gateway);
    const first = payinCreated.parse((await caller.payin()).data);
    const second = payinCreated.parse((await caller.payin({ mchOrderNo: 'ORDER-2' })).data);
    expect([first.status, second.status]).toEqual(['pending', 'pending']);
    expect(first.pay_url).not.toBe(second.pay_url);
    expect((await gateway.fetch(first.pay_url)).status).toBe(200);
  });
});

describe('a late payment', () => {
  it('sends the same success callback as a payment in time [spec:states.payin.late]', async () => {
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

describe('a payout', () => {
  it.each(['A', 'x'.repeat(100), 'aZ09_-.:#/'])(
    'may have the order number %s [spec:limits.mch-order-no]',
    async (mchOrderNo) => {
      const { data } = await callerOf(await openGateway()).payout({ mchOrderNo });
      expect(data).toMatchObject({ mchOrderNo, status: 'pending' });
    },
  );

  it.each(['x'.repeat(101), 'a b', 'a*', 'é', 'a\n'])(
    'may not have the order number %j [spec:limits.mch-order-no] [spec:errors.invalid_mch_order_no]',
    async (mchOrderNo) => {
      const answer = await callerOf(await openGateway()).payout({ mchOrderNo });
      expect(answer).toMatchObject({ status: 422, error: 'invalid_mch_order_no' });
    },
  );
});

describe('the checkout', () => {
  const returnUrl = 'https://shop.example/thanks?order=1&lang=en';
  const written = `href="${returnUrl.replace('&', '&amp;')}"`;

  it('of a pay-in leads to returnUrl after paying, and not before [spec:payin.return-url]', async () => {
    const gateway = await openGateway();
    const { data } = await callerOf(gateway).payin({ returnUrl });
    const page = async () => (await gateway.fetch(String(data['pay_url']))).text();
    expect(await page()).not.toContain(written);
    await gateway.payins.pay(String(data['orderNo']));
    expect(await page()).toContain(written);
  });

  it('of a link leads to return_url after paying, and not before [spec:v1.return-url]', async () => {
    const gateway = await openGateway();
    const { data } = await callerOf(gateway).createLink({ amount: '500.00', return_url: returnUrl });
    const page = async () => (await gateway.fetch(String(data['pay_url']))).text();
    expect(await page()).not.toContain(written);
    await gateway.links.pay(String(data['link_code']));
    expect(await page()).toContain(written);
  });
});

describe('a link', () => {
  const outcomes = [
    ['pending', async () => {}],
    ['success', (gateway, code) => gateway.links.pay(code)],
    ['failed', (gateway, code) => gateway.links.fail(code)],
    ['expired', (gateway) => gateway.clock.advance('30m')],
  ] satisfies [
    string,
    (gateway: Awaited<ReturnType<typeof openGateway>>, code: string) => Promise<unknown>,
  ][];

  it.each(outcomes)('can be %s [spec:states.link]', async (status, come) => {
    const gateway = await openGateway();
    const caller = callerOf(gateway);
    const code = orderNoOf(await caller.createLink({ amount: '500.00' }));
    await come(gateway, code);
    expect((await caller.linkStatus(code)).data).toMatchObject({ status });
  });
});
