import { createMockGateway } from '@inrgate/mock-gateway';
import { GatewayClient } from '@inrgate/sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inProcess } from './in-process.ts';
import { merchantServer } from './merchant-server.ts';

/** A gateway, and a shop with the given endpoint and probe. */
async function stage({ status = 200, credited = { count: 1, amount: '500.00' } } = {}) {
  const gateway = await createMockGateway({ clock: { now: '2026-11-20T15:04:05+05:30', mode: 'frozen' } });
  onTestFinished(() => gateway.close());
  const { baseUrl, legacyBaseUrl } = await gateway.listen();
  const shop = { status, credited };
  const server = await merchantServer((response, { path: asked }) => {
    if (asked.includes('mchOrderNo=')) return void response.end(JSON.stringify(shop.credited));
    response.writeHead(shop.status).end(shop.status === 200 ? 'success' : 'no');
  });
  await gateway.merchants.update('DEMO1001', { callbackUrl: server.url });
  const client = new GatewayClient({ ...gateway.merchant, baseUrl, legacyBaseUrl, maxRetries: 0 });
  const where = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await inProcess(['where', ...args, '--json'], {
      INRGATE_BASE_URL: baseUrl,
    });
    return { code, ...(stdout === '' ? {} : JSON.parse(stdout)), error: stderr };
  };
  return { gateway, client, server, shop, where, env: { INRGATE_BASE_URL: baseUrl } };
}

describe('where', () => {
  it('where shows every step of an order without a problem', async () => {
    const { gateway, client, server, where, env } = await stage();
    const { orderNo } = await client.payins.create({ mchOrderNo: 'A-1', amount: '500.00' });
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    const { code, order, timeline, broken } = await where('A-1', '--probe', server.url);
    expect([code, order, broken]).toEqual([
      0,
      { kind: 'payin', mchOrderNo: 'A-1', orderNo, status: 'success' },
      null,
    ]);
    expect(timeline.every(({ ok }: { ok: boolean }) => ok)).toBe(true);
    expect(timeline.map(({ what }: { what: string }) => what)).toEqual([
      'payin returned 200',
      'created, pending',
      'pending -> success, by the customer',
      expect.stringMatching(/^ledger: payin /),
      'callback payin.success, delivered',
      expect.stringMatching(/^attempt 1 of the callback payin.success to .*: status 200$/),
      'the shop credited the order once, 500.00 in total',
    ]);
    const text = await inProcess(['where', orderNo], env);
    expect([text.code, text.stdout]).toEqual([0, expect.stringMatching(/No step failed\.\n$/)]);
  });

  it('where ends its timeline with a failed attempt until an attempt succeeds', async () => {
    const { gateway, client, shop, where, env } = await stage({ status: 403 });
    const { orderNo } = await client.payins.create({ mchOrderNo: 'A-1', amount: '500.00' });
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    expect(await where('A-1')).toMatchObject({
      code: 4,
      broken: {
        what: expect.stringMatching(/attempt 1 of the callback payin.success .*: status 403/),
        fix: expect.stringMatching(/CSRF.*The next attempt is at 2026-11-20T15:05/),
      },
    });
    expect((await inProcess(['where', 'A-1'], env)).stdout).toMatch(/Broken .*403.*\n.*Fix .*CSRF/);
    shop.status = 200;
    await gateway.clock.advance('2m');
    const { code, timeline, broken } = await where('A-1');
    expect([code, broken]).toEqual([0, null]);
    expect(timeline.filter(({ ok }: { ok: boolean }) => !ok)).toHaveLength(1);
  });

  it.each([
    [{ count: 0, amount: '0.00' }, /has not credited/],
    [{ count: 2, amount: '1000.00' }, /credited the order 2 times/],
    [{ count: 1, amount: '500.00' }, /credited 500.00 instead of 499.00/],
  ])("if the shop's credit is %j, where reports the difference from the payment", async (credited, what) => {
    const { gateway, client, server, where } = await stage({ credited });
    const { orderNo } = await client.payins.create({ mchOrderNo: 'A-1', amount: '500.00' });
    await gateway.payins.pay(orderNo, { paidAmount: '499.00' });
    await gateway.callbacks.settle();
    const { code, broken } = await where('A-1', '--probe', server.url);
    expect([code, broken.what]).toEqual([4, expect.stringMatching(what)]);
  });

  it('where reports a callback without a URL, or a credit without a payment, as a problem', async () => {
    const { gateway, client, server, where } = await stage();
    await gateway.merchants.update('DEMO1001', { callbackUrl: null });
    const { orderNo } = await client.payouts.create({
      mchOrderNo: 'W-1',
      amount: '500.00',
      upiId: 'asha@bank',
    });
    expect(await where(orderNo)).toMatchObject({ code: 0, broken: null });
    await gateway.payouts.approve(orderNo);
    expect((await where('W-1')).broken.what).toBe('the callback payout.processing has no URL');
    // Only the latest callback can be re-sent, so its delivery ends the problem of the earlier one.
    await gateway.merchants.update('DEMO1001', { callbackUrl: server.url });
    await gateway.payouts.complete(orderNo);
    await gateway.callbacks.settle();
    expect(await where('W-1')).toMatchObject({ code: 0, broken: null });
    await client.payins.create({ mchOrderNo: 'A-1', amount: '500.00' });
    const { broken } = await where('A-1', '--probe', server.url);
    expect(broken.what).toBe('the shop credited an unpaid order');
  });

  it('where shows the rejection of an order that was not created, and exits with code 1 for an unknown order', async () => {
    const { client, where } = await stage();
    await client.payins.create({ mchOrderNo: 'A-1', amount: '1.00' }).catch(() => {});
    expect(await where('A-1')).toMatchObject({
      code: 4,
      order: { kind: null, mchOrderNo: 'A-1' },
      broken: { what: 'payin returned 422 amount_range', fix: expect.stringMatching(/amount|limit/i) },
    });
    await client.payins.create({ mchOrderNo: 'A-1', amount: '500.00' });
    expect(await where('A-1')).toMatchObject({ code: 0, broken: null });
    expect(await where('A-2')).toMatchObject({ code: 1, error: expect.stringContaining('not_found') });
  });
});
