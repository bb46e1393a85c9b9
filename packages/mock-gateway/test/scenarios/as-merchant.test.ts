import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { callerOf, openGateway } from './harness.ts';

const mchId = 'DEMO1001';

/** Posts a request as the dashboard does. */
async function post(gateway: MockGateway, path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await gateway.fetch(gateway.controlUrl + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) };
}

describe('request signed as the merchant', () => {
  it('a request signed as the merchant creates an order through the wire API', async () => {
    const gateway = await openGateway();
    const { mchKey, mchSecret } = gateway.merchant;
    const payin = await post(gateway, `/merchants/${mchId}/payins`, { amount: '500.00' });
    expect(payin).toMatchObject({
      status: 200,
      body: { endpoint: 'payin', status: 200, error: null, mchId, ip: '127.0.0.1' },
    });
    const { orderNo, mchOrderNo, id } = payin.body;
    expect(mchOrderNo).toMatch(/^PAYIN-[0-9]{12}$/);
    expect(await gateway.payins.get(orderNo)).toMatchObject({ mchOrderNo, amount: '500.00' });
    const destination = { amount: '500.00', upiId: 'asha@bank', mchOrderNo: 'OUT-1' };
    const payout = await post(gateway, `/merchants/${mchId}/payouts`, destination);
    expect(await gateway.payouts.get(payout.body.orderNo)).toMatchObject({ mchOrderNo: 'OUT-1' });
    for (const { text } of [payin, payout]) {
      for (const key of [mchKey, mchSecret]) expect(text).not.toContain(key);
      expect(JSON.parse(text).signature).not.toBeNull();
    }
    expect((await gateway.requests.get(id)).id).toBe(id);
  });

  it('the wire API checks a request signed as the merchant like every other request', async () => {
    const gateway = await openGateway({ settings: { rateLimitPerMinute: 4 } });
    const codeOf = async (kind: 'requestPayin' | 'requestPayout', input: Record<string, string>) =>
      (await gateway.merchants[kind](mchId, input)).error;
    expect(await codeOf('requestPayin', { amount: '1.00' })).toBe('amount_range');
    expect(await codeOf('requestPayin', {})).toBe('missing_param');
    await gateway.merchants.update(mchId, { ipAllowList: [] });
    expect(await codeOf('requestPayout', { amount: '500.00', upiId: 'a@bank' })).toBe(
      'ip_whitelist_required',
    );
    await gateway.merchants.update(mchId, { suspended: true });
    expect(await codeOf('requestPayin', { amount: '500.00' })).toBe('account_suspended');
    await gateway.merchants.update(mchId, { suspended: false });
    await gateway.faults.add({ endpoint: 'payin', phase: 'before', times: 1, action: { kind: 'hang' } });
    expect(await gateway.merchants.requestPayin(mchId, { amount: '500.00' })).toMatchObject({
      orderNo: null,
    });
    expect(await codeOf('requestPayin', { amount: '500.00' })).toBe('rate_limited');
  });

  it.each([
    [['203.0.113.7', '203.0.113.8'], '203.0.113.7'],
    [['10.20.0.0/16'], '10.20.0.0'],
    [['2001:db8::/32'], '2001:db8::'],
  ])(
    'a request signed as the merchant uses the IP address that the allow-list %j contains: %s',
    async (ipAllowList, ip) => {
      const gateway = await openGateway();
      await gateway.merchants.update(mchId, { ipAllowList });
      const sent = await gateway.merchants.requestPayin(mchId, { amount: '500.00' });
      expect(sent).toMatchObject({ ip, status: 200 });
      expect(await callerOf(gateway).payin({ mchOrderNo: 'B' })).toMatchObject({ error: 'ip_not_allowed' });
    },
  );

  it('a page of another site cannot send a request signed as the merchant', async () => {
    const gateway = await openGateway();
    const path = `/merchants/${mchId}/payins`;
    const order = { amount: '500.00' };
    const site = { 'sec-fetch-site': 'cross-site' };
    expect(await post(gateway, path, order, site)).toMatchObject({
      status: 403,
      body: { error: 'forbidden' },
    });
    expect(await post(gateway, path, order, { 'sec-fetch-site': 'same-origin' })).toMatchObject({
      status: 200,
    });
    expect(await post(gateway, '/merchants/NOBODY/payins', order)).toMatchObject({ status: 404 });
    for (const body of [{ amount: 500 }, { amount: '\ud800' }, [], 'x', { extra: 'x'.repeat(2001) }])
      expect(await post(gateway, path, body)).toMatchObject({ status: 422, body: { error: 'invalid_body' } });
    expect((await gateway.payins.list()).items).toHaveLength(1);
  });
});
