import { existsSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Caller } from '../test/client.ts';
import { originOf } from './configuration/addresses.ts';
import { gatewayExpress } from './express.ts';
import { type Credentials, createMockGateway, type GatewayOptions, type MockGateway } from './gateway.ts';

async function open(options: GatewayOptions = {}): Promise<MockGateway> {
  const gateway = await createMockGateway(options);
  onTestFinished(() => gateway.close());
  return gateway;
}

/** Sends a pay-in in process, by default from the first merchant. */
async function payin({ fetch: ask, url, merchant }: MockGateway, keys: Credentials = merchant) {
  return new Caller((path, init) => ask(url + path, init), keys).payin({ mchOrderNo: 'A' });
}

const addresses = (url: string) => ({
  url,
  baseUrl: `${url}/v3`,
  legacyBaseUrl: `${url}/v1`,
  controlUrl: `${url}/_mock`,
  dashboardUrl: `${url}/`,
});

describe('in-process gateway', () => {
  it('a gateway without options creates the demo merchant [contract:serve.demo]', async () => {
    const gateway = await open();
    expect(gateway.merchant).toEqual({
      mchId: 'DEMO1001',
      mchKey: 'demo-mch-key',
      mchSecret: 'demo-mch-secret',
    });
    expect(await gateway.merchants.wallet('DEMO1001')).toMatchObject({ available: '100000.00' });
    expect(await gateway.settings.get()).toMatchObject({ usdtRate: '90.0000' });
    expect(await payin(gateway)).toMatchObject({ status: 200 });
    const caller = new Caller((path, init) => gateway.fetch(gateway.url + path, init), gateway.merchant);
    expect(await caller.payout()).toMatchObject({ status: 200 });
  });

  it('the default merchant of a gateway is the first merchant of its configuration', async () => {
    const merchants = ['A', 'B'].map((mchId) => ({ mchId, mchKey: `key-${mchId}`, mchSecret: 's' }));
    expect((await open({ merchants })).merchant).toEqual({ mchId: 'A', mchKey: 'key-A', mchSecret: 's' });
  });

  it('createMerchant creates a different merchant for each simultaneous call [contract:in-process]', async () => {
    const gateway = await open();
    const made = await Promise.all(
      Array.from({ length: 20 }, () => gateway.createMerchant({ callbackFormat: 'form' })),
    );
    expect(new Set(made.map(({ mchId }) => mchId)).size).toBe(20);
    expect(new Set(made.map(({ mchKey }) => mchKey)).size).toBe(20);
    expect(made.every(({ callbackFormat }) => callbackFormat === 'form')).toBe(true);
    // All merchants create the same order number simultaneously.
    const answers = await Promise.all(made.map((keys) => payin(gateway, keys)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it('the functions of a gateway work without `this`', async () => {
    const { fetch: ask, controlUrl, createMerchant, clock } = await open();
    const { advance } = clock;
    expect((await ask(`${controlUrl}/health`)).status).toBe(200);
    expect(await createMerchant()).toMatchObject({ suspended: false });
    await advance('1s');
  });

  it('the fetch function of a gateway accepts a Request, a URL or a string [contract:in-process]', async () => {
    const { fetch: ask, controlUrl } = await open();
    const health = `${controlUrl}/health`;
    for (const input of [health, new URL(health), new Request(health)])
      expect((await ask(input)).status).toBe(200);
    expect((await ask(health, { method: 'POST' })).status).toBe(405);
    const withoutKeys = await ask(`${controlUrl}/merchants?keys=false`);
    expect(await withoutKeys.text()).not.toContain('mchKey');
  });
});

describe('gateway URLs [contract:addresses]', () => {
  it('the URLs of a gateway are placeholders until the gateway listens', async () => {
    const gateway = await open();
    expect(gateway).toMatchObject(addresses('http://gateway.invalid'));
    const listening = await gateway.listen({ port: 0 });
    expect(listening.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(listening).toEqual(addresses(listening.url));
    expect(gateway).toMatchObject(listening);
    expect((await fetch(`${gateway.controlUrl}/health`)).status).toBe(200);
  });

  it('the payUrl of an order follows the URL of the gateway', async () => {
    const gateway = await open();
    const payUrl = async () => String((await payin(gateway)).data['payUrl']);
    expect((await payUrl()).startsWith(`${gateway.url}/pay/`)).toBe(true);
    const { url } = await gateway.listen();
    expect((await payUrl()).startsWith(`${url}/pay/`)).toBe(true);
    expect((await fetch(await payUrl())).status).toBe(200);
  });

  it('the URLs of a gateway are read-only', async () => {
    const gateway = await open();
    expect(() => Object.assign(gateway, { url: 'http://elsewhere.example' })).toThrow(TypeError);
  });

  it('a second listen call of a gateway fails and leaves its URL unchanged', async () => {
    const gateway = await open();
    const { url } = await gateway.listen();
    await expect(gateway.listen()).rejects.toThrow('already listening');
    expect(gateway.url).toBe(url);
  });

  it('a gateway can listen on another port if the first port is in use', async () => {
    const [first, second] = [await open(), await open()];
    const { url } = await first.listen();
    await expect(second.listen({ port: Number(new URL(url).port) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    expect(second.url).toBe('http://gateway.invalid');
    await second.listen();
    expect((await fetch(`${second.controlUrl}/health`)).status).toBe(200);
  });

  it('the URLs of a gateway are reachable on any listening host', async () => {
    const gateway = await open({ controlToken: 'tok' });
    expect((await gateway.listen({ host: '0.0.0.0' })).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${gateway.baseUrl}/payin`)).status).toBe(405);
  });

  it('the URLs of a gateway use its public URL, if one is set, for any listening host', async () => {
    const gateway = await open({ origin: 'https://pay.example/', controlToken: 'tok' });
    expect(gateway).toMatchObject(addresses('https://pay.example'));
    expect(await gateway.listen()).toEqual(addresses('https://pay.example'));
    expect((await gateway.fetch(`${gateway.baseUrl}/payin`)).status).toBe(405);
  });

  it.each([
    'pay.example',
    'ftp://pay.example',
    'https://pay.example/mock',
    'https://pay.example/?a',
    'http://a@b',
    '',
  ])('a gateway rejects the public URL %j because the URL must be an origin', async (origin) => {
    await expect(createMockGateway({ origin })).rejects.toMatchObject({
      name: 'ConfigurationError',
      key: 'origin',
    });
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['::', '[::1]'],
    ['::1', '[::1]'],
    ['gateway.example', 'gateway.example'],
  ])('the URLs of a gateway that listens on %s contain the host %s', (host, told) => {
    expect(originOf(host, 80)).toBe(`http://${told}:80`);
  });

  it('the root of a gateway serves the dashboard to a browser', async () => {
    const gateway = await open();
    const { url, dashboardUrl } = await gateway.listen();
    const page = await (await fetch(dashboardUrl)).text();
    expect(page).toContain('inrgate mock gateway');
    expect((await gateway.fetch(`${url}/nothing`)).status).toBe(404);
    for (const path of ['/', '/openapi.json']) {
      const posted = await gateway.fetch(url + path, { method: 'POST' });
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect((await gateway.fetch(url + path, { method: 'HEAD' })).status).toBe(200);
    }
  });
});

it('the database file :memory: is a store in memory', async () => {
  const gateway = await open({ db: ':memory:' });
  expect(await gateway.health()).toMatchObject({ store: 'memory' });
  expect(existsSync(':memory:')).toBe(false);
});

describe('Express app of a gateway', () => {
  it('an Express app of a gateway responds at its mount path', async () => {
    const gateway = await open();
    const server = gateway.express().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const response = await fetch(`http://127.0.0.1:${port}/_mock/health`);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-powered-by')).toBeNull();
    await response.text();
    server.closeAllConnections();
  });
});

describe('host of payUrl', () => {
  const payUrl = async (gateway: MockGateway): Promise<string> =>
    String(
      (await new Caller((path, init) => gateway.fetch(gateway.url + path, init), gateway.merchant).payin())
        .data['payUrl'],
    );

  it('the host of payUrl is the listening host or the public host', async () => {
    const listening = await open();
    const { url } = await listening.listen();
    expect(await payUrl(listening)).toContain(`${url}/pay/`);
    expect((await fetch(await payUrl(listening))).status).toBe(200);
    expect(await payUrl(await open({ origin: 'https://pay.example' }))).toMatch(
      /^https:\/\/pay\.example\/pay\//,
    );
    const mounted = await open();
    gatewayExpress(mounted, { origin: 'http://127.0.0.1:3000' });
    expect(await payUrl(mounted)).toMatch(/^http:\/\/127\.0\.0\.1:3000\/pay\//);
    expect(mounted).toMatchObject(addresses('http://127.0.0.1:3000'));
  });

  it("the payUrl of an in-process gateway is a URL that the gateway's own fetch serves", async () => {
    const gateway = await open();
    const url = await payUrl(gateway);
    expect(url).toMatch(/^http:\/\/gateway\.invalid\/pay\/[A-Za-z0-9_-]{32}$/);
    const page = await gateway.fetch(url);
    expect(await page.text()).toContain('/expire');
    const origin = 'http://gateway.invalid';
    const failed = await gateway.fetch(`${url}/fail`, { method: 'POST', headers: { origin } });
    expect(failed.status).toBe(303);
    const [order] = (await gateway.payins.list()).items;
    expect(order?.status).toBe('failed');
    await gateway.listen();
    expect((await gateway.fetch(`${origin}/_mock/health`)).status).toBe(403);
  });
});
