import { v1Routes, v3Routes } from '@inrgate/sdk/internal';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMockGateway, type MockGateway } from '../../src/index.ts';
import { callerOf } from '../scenarios/harness.ts';
import { everyControlCall } from './send.ts';

async function listening(host = '127.0.0.1'): Promise<MockGateway> {
  const gateway = await createMockGateway({ settings: { rateLimitPerMinute: null } });
  onTestFinished(() => gateway.close());
  await gateway.listen({ host });
  return gateway;
}

/** Pays an order with this callback URL. Returns the receiver's response. */
async function callbackTo(sender: MockGateway, url: string) {
  callbacks += 1;
  const mchOrderNo = `CALLBACK-${callbacks}`;
  const { data, text } = await callerOf(sender).payin({ mchOrderNo, notifyUrl: url });
  const orderNo = String(data['orderNo']);
  expect(orderNo, text).toMatch(/^PI/);
  await sender.payins.pay(orderNo);
  const attempt = await expect
    .poll(async () => (await sender.callbacks.list({ orderNo })).items[0]?.attempts[0])
    .toBeDefined()
    .then(async () => (await sender.callbacks.list({ orderNo })).items[0]?.attempts[0]);
  return { orderNo, status: attempt?.status, body: attempt?.responseBody ?? '' };
}

let callbacks = 0;
const rejected = { status: 403, body: expect.stringContaining('This is a callback of a mock gateway') };

/** Spellings of a URL of a gateway at 127.0.0.1. */
const spellings: readonly ((port: string, path: string) => string)[] = [
  (port, path) => `http://127.0.0.1:${port}${path}`,
  (port, path) => `HTTP://127.0.0.1:${port}${path}`,
  (port, path) => `http://127.1:${port}${path}`,
  (port, path) => `http://0x7f000001:${port}${path}`,
  (port, path) => `http://2130706433:${port}${path}`,
  (port, path) => `http://017700000001:${port}${path}`,
  (port, path) => `http://127.0.0.1.:${port}${path}`,
  (port, path) => `http://0.0.0.0:${port}${path}`,
  (port, path) => `http://0:${port}${path}`,
  (port, path) => `http://[::ffff:127.0.0.1]:${port}${path}`,
  (port, path) => `http://[::ffff:7f00:1]:${port}${path}`,
  (port, path) => `http://localhost:${port}${path}`,
  (port, path) => `http://LocalHost:${port}${path}`,
  (port, path) => `http://127.0.0.1:0${port}${path}`,
  (port, path) => `http://127.0.0.1:${port}/./pay/..${path}`,
  (port, path) => `http://127.0.0.1:${port}/%2e${path}`,
  (port, path) => `http://127.0.0.1:${port}${path}?success=1#fragment`,
];

/** Paths that differ from the control API's paths, so no gateway treats them as calls of the control API. */
const respelledPaths = [
  '//_mock/reset',
  '/_MOCK/reset',
  '/%5fmock/reset',
  '/_mock//reset',
  '/_mock/reset/',
  '/_mock%2freset',
];

/** Returns the state that a callback could have changed. */
async function stateOf(gateway: MockGateway) {
  const { items } = await gateway.merchants.list();
  return [
    items,
    await gateway.settings.get(),
    gateway.clock.get().mode,
    (await gateway.faults.list()).items.length,
    (await gateway.locks.list()).items,
    (await gateway.payins.get('VICTIM')).status,
  ];
}

describe.each([
  ['the gateway that sends it', false],
  ['another instance on the machine', true],
])('callback to %s', (_, isOther) => {
  async function scene() {
    const receiver = await listening();
    await callerOf(receiver).payin({ mchOrderNo: 'VICTIM' });
    const sender = isOther ? await listening() : receiver;
    return { sender, receiver, port: new URL(receiver.url).port, before: await stateOf(receiver) };
  }

  it('a callback to a gateway cannot run a control call, however its URL is written [contract:control.own-callbacks]', async () => {
    const { sender, receiver, port, before } = await scene();
    for (const [, path] of everyControlCall) {
      const url = `http://127.0.0.1:${port}${path.replace('DEMO1001', path.includes('payins') ? 'VICTIM' : 'DEMO1001')}`;
      expect(await callbackTo(sender, url), url).toMatchObject(rejected);
    }
    for (const spelled of spellings) {
      for (const path of ['/_mock/reset', '/_mock/payins/VICTIM/fail']) {
        const url = spelled(port, path);
        expect(await callbackTo(sender, url), url).toMatchObject(rejected);
      }
    }
    for (const path of respelledPaths) {
      const url = `http://127.0.0.1:${port}${path}`;
      expect((await callbackTo(sender, url)).status, url).toBeGreaterThanOrEqual(400);
    }
    expect(await stateOf(receiver)).toEqual(before);
  });

  it('a callback to a gateway triggers no action on the checkout [contract:control.own-callbacks]', async () => {
    const { sender, receiver, before } = await scene();
    const { payUrl } = await receiver.payins.get('VICTIM');
    for (const move of ['pay', 'utr', 'amount', 'fail', 'expire'])
      expect(await callbackTo(sender, `${payUrl}/${move}`), move).toMatchObject(rejected);
    expect(await stateOf(receiver)).toEqual(before);
  });

  it('the wire API rejects a callback from a gateway and does not count it for a lock or rate limit [contract:control.own-callbacks]', async () => {
    const { sender, receiver, port, before } = await scene();
    await receiver.settings.update({ rateLimitPerMinute: 100, signatureLock: { failures: 1 } });
    const paths = [
      ...Object.values(v3Routes).map(({ path }) => `/v3${path}`),
      ...Object.values(v1Routes).flatMap(({ path, method }) => (method === 'POST' ? [`/v1${path}`] : [])),
    ];
    for (const path of paths) {
      const { status, body } = await callbackTo(sender, `http://127.0.0.1:${port}${path}`);
      expect([path, status]).toEqual([path, 400]);
      expect(body).toContain('This is a callback of a mock gateway');
    }
    expect((await receiver.locks.list()).items).toEqual([]);
    await receiver.settings.update({ rateLimitPerMinute: null, signatureLock: { failures: 10 } });
    expect(await stateOf(receiver)).toEqual(before);
  });
});

it('a callback over IPv6 loopback cannot run a control call [contract:control.own-callbacks]', async () => {
  const gateway = await listening('::1');
  const { port } = new URL(gateway.url);
  for (const host of ['[::1]', '[0:0:0:0:0:0:0:1]'])
    expect(await callbackTo(gateway, `http://${host}:${port}/_mock/reset`), host).toMatchObject(rejected);
});

it('the gateway recognizes each kind of callback that it sends: payout, link, test, re-send and check [contract:control.own-callbacks]', async () => {
  const gateway = await listening();
  const url = `${gateway.controlUrl}/clock/freeze`;
  const seen = async (orderNo: string) =>
    (await gateway.callbacks.list({ orderNo })).items[0]?.attempts.at(-1);
  await gateway.merchants.update('DEMO1001', { callbackUrl: url });
  const { json, form } = await gateway.merchants.testCallback('DEMO1001');
  expect([json.status, form.status]).toEqual([403, 403]);
  const payout = await callerOf(gateway).payout({ mchOrderNo: 'W-1' });
  await gateway.payouts.approve(String(payout.data['orderNo']));
  const link = await callerOf(gateway).createLink({ client_ref: 'L-1', amount: '500.00', notify_url: url });
  await gateway.links.pay(String(link.data['link_code']));
  const payin = await callerOf(gateway).payin({ mchOrderNo: 'P-1' });
  await gateway.payins.pay(String(payin.data['orderNo']));
  for (const order of [payout.data['orderNo'], link.data['link_code'], payin.data['orderNo']])
    await expect.poll(() => seen(String(order))).toMatchObject({ status: 403 });
  await gateway.payins.resend(String(payin.data['orderNo']), { to: url });
  await expect.poll(() => seen(String(payin.data['orderNo']))).toMatchObject({ status: 403, url });
  expect(gateway.clock.get().mode).toBe('running');
});

it('the gateway rejects a callback to its control API, even if the callback contains the control token [contract:control.own-callbacks]', async () => {
  const gateway = await listening();
  for (const agent of ['inrgate-mock-gateway', 'inrgate-mock-gateway/2.0', 'inrgate-listen']) {
    const headers = { 'user-agent': agent, authorization: 'Bearer tok' };
    const response = await gateway.fetch(`${gateway.controlUrl}/reset`, { method: 'POST', headers });
    expect(response.status, agent).toBe(403);
  }
  const headers = { 'user-agent': 'inrgate-sdk' };
  expect((await gateway.fetch(`${gateway.controlUrl}/health`, { headers })).status).toBe(200);
});
