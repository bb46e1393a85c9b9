import { sign } from '@inrgate/sdk/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { createMockGateway, type MockGateway } from '../../src/index.ts';
import { v3Calls } from '../v3-calls.ts';

const settings = { rateLimitPerMinute: 1, signatureLock: { failures: 1 } };

async function openGateway(): Promise<MockGateway> {
  const gateway = await createMockGateway({ settings });
  onTestFinished(() => gateway.close());
  return gateway;
}

/** Headers that a browser sends for a request from a page of another site. */
const pages = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://attacker.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' },
  // A name that was rebound to the gateway. The browser sends no Fetch Metadata, because the page has no TLS.
  { host: 'attacker.example:4300', origin: 'http://attacker.example:4300' },
  { host: 'Attacker.example:80', origin: 'http://attacker.example' },
  { host: 'attacker.example:443', origin: 'https://attacker.example' },
  { host: 'attacker.example:4300', origin: 'null' },
  // The request is a GET, so the browser sends no Origin.
  { host: 'attacker.example:4300', referer: 'http://attacker.example:4300/page?of=it' },
];

function send(gateway: MockGateway, path: string, init: RequestInit) {
  const { host, ...headers } = init.headers as Record<string, string>;
  return gateway.fetch(`http://${host ?? '127.0.0.1:4300'}${path}`, { ...init, headers });
}

function form(params: Readonly<Record<string, string>>, key: string, headers: object): RequestInit {
  const body = new URLSearchParams({ ...params, sign: sign(params, key) }).toString();
  return {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  };
}

it.each(pages)(
  'a web page (%j) cannot call a v3 endpoint or cause a lock or a rate limit [reading:browsers.refused]',
  async (page) => {
    const gateway = await openGateway();
    const { mchId } = gateway.merchant;
    for (const { name, key, params } of v3Calls) {
      const right = { mchId, ...params } as Record<string, string>;
      for (const signedWith of [gateway.merchant[key], 'wrong', 'wrong again']) {
        const answer = await send(gateway, `/v3/${name}`, form(right, signedWith, page));
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({
          error: 'invalid_request',
          message: expect.stringContaining('web page'),
        });
      }
    }
    expect((await gateway.locks.list()).items).toEqual([]);
    expect((await gateway.payins.list()).items).toEqual([]);
    const payin = { mchId, mchOrderNo: 'A', amount: '500.00' };
    const own = await send(gateway, '/v3/payin', form(payin, gateway.merchant.mchKey, {}));
    expect(own.status).toBe(200);
  },
);

it.each(pages)('a web page (%j) cannot call a v1 endpoint [reading:browsers.refused]', async (page) => {
  const gateway = await openGateway();
  const headers = { 'content-type': 'application/json', ...page };
  const link = await send(gateway, '/v1/create-link.php', { method: 'POST', body: '{}', headers });
  const status = await send(gateway, '/v1/link-status.php?link_code=x', { headers: page });
  for (const answer of [link, status]) {
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: 'invalid_request',
      message: expect.stringContaining('web page'),
    });
  }
});

it.each([
  {},
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:4300' },
  { host: 'pay.example' },
  { host: 'pay.example', origin: 'https://shop.example' },
  { host: 'pay.example', referer: 'https://shop.example/cart' },
  { host: '127.0.0.1:4300', referer: 'http://127.0.0.1:4300/docs/' },
  { host: 'pay.example', referer: 'the cart' },
])(
  'a request with %j does not count as a request from a page of another site [reading:browsers.refused]',
  async (headers) => {
    const gateway = await openGateway();
    const { mchId, mchKey } = gateway.merchant;
    const payin = { mchId, mchOrderNo: 'A', amount: '500.00' };
    expect((await send(gateway, '/v3/payin', form(payin, mchKey, headers))).status).toBe(200);
  },
);
