import { request as httpRequest } from 'node:http';
import { sign } from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { call, doors, itemsOf } from './control-door.ts';
import { callerOf, came, listenGateway, Orders, openGateway, start } from './harness.ts';

const keys = ['demo-mch-key', 'demo-mch-secret'];
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

async function logOf(gateway: MockGateway): Promise<string> {
  const list = await (await gateway.fetch(`${gateway.controlUrl}/requests?limit=200`)).text();
  const { items } = JSON.parse(list) as { items: readonly { id: string }[] };
  const single = await Promise.all(
    items.map(async ({ id }) => (await gateway.fetch(`${gateway.controlUrl}/requests/${id}`)).text()),
  );
  return [list, ...single].join('\n');
}

describe.each(doors)('request log %s [contract:control.requests]', (_how, open) => {
  it('the request log is filtered by the value of a field, not by any other part of the entry', async () => {
    const { door, gateway } = await open();
    const caller = callerOf(gateway);
    await caller.payin({ mchOrderNo: 'invalid_amount', extra: 'OTHER1002' });
    await caller.payin({ mchOrderNo: 'A', amount: 'x' });
    const numbers = async (search: Readonly<Record<string, string>>) =>
      itemsOf(await door(call.requests(search))).map(({ mchOrderNo }) => mchOrderNo);
    expect(await numbers({ error: 'invalid_amount' })).toEqual(['A']);
    expect(await numbers({ mchOrderNo: 'invalid_amount' })).toEqual(['invalid_amount']);
    expect(await numbers({ mchId: 'OTHER1002' })).toEqual([]);
  });

  it('the request log is exported in one response, even if the log is longer than a page', async () => {
    const { door } = await open();
    expect(await door(call.requestsHar({ limit: 201 }))).toMatchObject({ status: 200 });
    for (const query of [{ limit: 0 }, { cursor: 'req_1' }])
      expect(await door(call.requestsHar(query))).toMatchObject({ status: 422 });
  });

  it('the request log contains only wire requests, newest first', async () => {
    const { door, gateway } = await open();
    const caller = callerOf(gateway);
    await caller.payin({ mchOrderNo: 'A', amount: '500.00', extra: 'x' });
    await gateway.clock.advance('1s');
    await caller.createLink({ client_ref: 'R', amount: '1.00' });
    await caller.get('/v3/unknown');
    const items = itemsOf(await door(call.requests()));
    expect(items.map(({ path, status, error }) => [path, status, error])).toEqual([
      ['/v3/unknown', 404, 'not_found'],
      ['/v1/create-link.php', 422, 'invalid_amount'],
      ['/v3/payin', 200, null],
    ]);
    expect(items[2]).toEqual({
      id: expect.any(String),
      time: start,
      ip: '127.0.0.1',
      method: 'POST',
      path: '/v3/payin',
      endpoint: 'payin',
      mchId: 'DEMO1001',
      mchOrderNo: 'A',
      orderNo: expect.stringMatching(/^PI/),
      status: 200,
      error: null,
      durationMs: expect.any(Number),
      parameters: {
        mchId: 'DEMO1001',
        mchOrderNo: 'A',
        amount: '500.00',
        extra: 'x',
        sign: expect.stringMatching(/^[0-9A-F]{32}$/),
      },
      diagnosis: null,
      explanation: null,
      fault: null,
      warnings: [],
    });
    expect(items[1]).toMatchObject({ endpoint: 'create-link', mchId: 'DEMO1001', mchOrderNo: 'R' });
    expect(await door(call.request(String(items[2]?.['id'])))).toEqual({
      status: 200,
      body: { ...items[2], signature: expect.any(Object), exchange: expect.any(Object) },
    });
  });

  it('the request log shows the caller even if a fault ended the call before its checks', async () => {
    const { door, gateway } = await open();
    const caller = callerOf(gateway);
    await gateway.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'status', status: 503 } });
    await caller.payin({ mchOrderNo: 'A', extra: gateway.merchant.mchSecret });
    await caller.createLink({ client_ref: 'R', amount: '500.00' });
    const [link, payin] = itemsOf(await door(call.requests()));
    expect(payin).toMatchObject({
      status: 503,
      mchId: 'DEMO1001',
      mchOrderNo: 'A',
      parameters: { mchOrderNo: 'A', extra: '***' },
    });
    expect(link).toMatchObject({ status: 503, mchId: 'DEMO1001', mchOrderNo: 'R' });
  });

  it('the request log explains a wrong signature with the correct base string and a masked key [contract:control.diagnosis]', async () => {
    const { door, gateway } = await open();
    const caller = callerOf(gateway, { ...gateway.merchant, mchKey: 'not-the-key' });
    await caller.payin({ mchOrderNo: 'A', extra: 'b c' });
    const [item] = itemsOf(await door(call.requests()));
    expect(item).toMatchObject({
      status: 401,
      error: 'invalid_signature',
      diagnosis: {
        canonical: 'amount=500.00&extra=b c&mchId=DEMO1001&mchOrderNo=A&key=<key>',
        received: expect.stringMatching(/^[0-9A-F]{32}$/),
        hint: expect.stringMatching(/does not match/),
      },
    });
  });

  it('the hint in the request list, but not in the details, names the command that shows the details [contract:control.diagnosis]', async () => {
    const { door, gateway } = await open();
    await callerOf(gateway, { ...gateway.merchant, mchKey: 'not-the-key' }).payin({ mchOrderNo: 'A' });
    await callerOf(gateway, { ...gateway.merchant, mchSecret: 'nor-this' }).createLink({ amount: '500.00' });
    for (const { id, diagnosis } of itemsOf(await door(call.requests()))) {
      expect(diagnosis).toMatchObject({ hint: expect.stringContaining(`inrgate mock requests get ${id}`) });
      const { body } = await door(call.request(String(id)));
      expect(body).toMatchObject({ diagnosis: { hint: 'The digest does not match.' } });
      expect(JSON.stringify(body)).not.toContain('requests get');
    }
  });

  it.each([
    ['lower case', (right: string) => right.toLowerCase(), /must be in upper case/],
    ['another digest', () => '0'.repeat(32), /does not match/],
  ])('the request log names a known mistake: %s [contract:control.diagnosis]', async (_, change, hint) => {
    const { door, gateway } = await open();
    const params = { mchId: 'DEMO1001', mchOrderNo: 'A', amount: '500.00' };
    await callerOf(gateway).raw('/v3/payin', { ...params, sign: change(sign(params, 'demo-mch-key')) });
    const [item] = itemsOf(await door(call.requests()));
    expect(item?.['diagnosis']).toMatchObject({ hint: expect.stringMatching(hint) });
    const withdrawal = { mchId: 'DEMO1001', mchOrderNo: 'W', amount: '500.00', upiId: 'a@b' };
    const right = sign(withdrawal, 'demo-mch-secret');
    await callerOf(gateway).raw('/v3/payout', { ...withdrawal, sign: change(right) });
    const [payout] = itemsOf(await door(call.requests()));
    expect(payout?.['diagnosis']).toMatchObject({ hint: expect.stringMatching(hint) });
  });

  it('the request log explains an unknown merchant and a v1 signature with the wrong key [contract:control.diagnosis]', async () => {
    const { door, gateway } = await open();
    await callerOf(gateway, { ...gateway.merchant, mchId: 'NOBODY' }).payin();
    await callerOf(gateway, { ...gateway.merchant, mchSecret: gateway.merchant.mchKey }).createLink({
      amount: '500.00',
    });
    const [link, payin] = itemsOf(await door(call.requests()));
    expect(payin?.['diagnosis']).toMatchObject({ hint: expect.stringMatching(/^No merchant/) });
    expect(link?.['diagnosis']).toMatchObject({
      canonical: 'amount=500.00&api_key=<api_key>&key=<secret>',
      hint: expect.stringMatching(/API Secret/),
    });
  });
});

describe('keys in the log [contract:control.keys-masked]', () => {
  const places: readonly (readonly [string, (gateway: MockGateway, key: string) => Promise<unknown>])[] = [
    ['extra', (gateway, key) => callerOf(gateway).payin({ extra: `my key is ${key}!` })],
    ['the order number', (gateway, key) => callerOf(gateway).payin({ mchOrderNo: key })],
    ['mchId', (gateway, key) => callerOf(gateway, { ...gateway.merchant, mchId: key }).payin()],
    ['sign', (gateway, key) => callerOf(gateway).raw('/v3/payin', { mchId: 'DEMO1001', sign: key })],
    ['an unknown parameter', (gateway, key) => callerOf(gateway).payin({ password: key })],
    ['the name of a parameter', (gateway, key) => callerOf(gateway).payin({ [key]: 'x' })],
    [
      'another merchant’s request',
      async (gateway, key) => {
        const other = await gateway.createMerchant();
        await callerOf(gateway, { ...other, mchSecret: 'wrong' }).payout({ accountName: 'x', extra: key });
      },
    ],
    [
      'a wrong signature',
      (gateway, key) => {
        const caller = callerOf(gateway, { ...gateway.merchant, mchKey: 'wrong' });
        return caller.payin({ extra: key, [`x${key}`]: key });
      },
    ],
    [
      'the base string of the alternative signature',
      (gateway, key) => {
        const params = {
          merchant_id: 'DEMO1001',
          merchant_order_no: key,
          amount: '500.00',
          callback_url: `http://a.example/${key}`,
        };
        return callerOf(gateway).raw('/v3/payin', { ...params, sign: 'wrong' });
      },
    ],
    [
      'api_key',
      (gateway, key) =>
        callerOf(gateway, { ...gateway.merchant, mchKey: key }).createLink({ amount: '500.00' }),
    ],
    [
      'the base string of a link, twice',
      (gateway, key) => {
        const caller = callerOf(gateway, { ...gateway.merchant, mchSecret: 'wrong' });
        return caller.createLink({ amount: '500.00', note: `${key} and ${key}`, client_ref: key });
      },
    ],
    ['the path', (gateway, key) => callerOf(gateway).get(`/v3/${key}`)],
    [
      'a long string, across its cut',
      (gateway, key) => callerOf(gateway).payin({ extra: `${'x'.repeat(505)}${key}` }),
    ],
    ['a header', (gateway, key) => callerOf(gateway).payin({}, { headers: { 'x-note': `is ${key}` } })],
    ['the query', (gateway, key) => callerOf(gateway).get(`/v3/payin?note=${key}`)],
    ['an unreadable body', (gateway, key) => callerOf(gateway).bytes('/v3/payin', `{"a":"${key}`, json)],
    ['a form', (gateway, key) => callerOf(gateway).payin({ extra: key }, { form: true })],
  ];

  it.each(places)('the log contains no key that a request sent in %s', async (_, send) => {
    for (const key of keys) {
      const gateway = await openGateway();
      await send(gateway, key);
      const log = await logOf(gateway);
      expect(JSON.parse(log.split('\n')[0] ?? '')).toMatchObject({ items: [expect.anything()] });
      expect(log).not.toContain(key);
      // Even half of a key would reveal too much.
      expect(log).not.toContain(key.slice(0, 7));
    }
  });

  const unusual = 'k/e"y\\of+100%';
  const forms: readonly (readonly [string, string])[] = [
    ['as JSON', JSON.stringify(unusual).slice(1, -1)],
    ['as JSON of PHP', 'k\\/e\\"y\\\\of+100%'],
    ['as in a URL', encodeURIComponent(unusual)],
    ['as in a form', new URLSearchParams([['', unusual]]).toString().slice(1)],
  ];

  it.each(forms)(
    'the log contains no key of another merchant, even if a client sends the key %s',
    async (_, text) => {
      const gateway = await openGateway();
      await gateway.createMerchant({ mchKey: unusual });
      const caller = callerOf(gateway);
      await caller.bytes('/v3/payin', `{"extra":"${text}`, json);
      await caller.bytes('/v3/payin', `mchId=DEMO1001&extra=${text}`, form);
      await caller.get(`/v3/payin?a=${encodeURIComponent(unusual)}`);
      await caller.createLink({ note: unusual, amount: '500.00' });
      const { items } = await gateway.requests.list();
      expect(items).toHaveLength(4);
      const full = await Promise.all(items.map(({ id }) => gateway.requests.get(id)));
      const shown = JSON.stringify([full, items]);
      expect(shown).toContain('***');
      // Each level of nested JSON adds backslashes.
      expect(shown.replaceAll('\\', '')).not.toContain(text.replaceAll('\\', ''));
    },
  );

  it('the log contains no key of another merchant in the response of a receiver', async () => {
    const gateway = await openGateway({
      sender: async ({ url }) => ({
        ...{ durationMs: 1, status: 500, redirectHost: null, failure: null, detail: null },
        body: Buffer.from(decodeURIComponent(new URL(url).hash.slice(1))),
      }),
    });
    await gateway.createMerchant({ mchKey: unusual });
    const orders = new Orders(gateway);
    for (const text of [unusual, ...forms.map(([, form]) => form)]) {
      const notifyUrl = `http://shop.example/#${encodeURIComponent(`not ${text}!`)}`;
      await gateway.payins.pay(await orders.payin({ notifyUrl }));
    }
    await gateway.callbacks.settle();
    const { items } = await gateway.callbacks.list();
    expect(items).toHaveLength(5);
    for (const { attempts } of items) expect(attempts[0]?.responseBody).toBe('not ***!');
  });

  it('the log masks both the old key and the new key after a change', async () => {
    const gateway = await openGateway();
    const caller = callerOf(gateway);
    await caller.payin({ extra: 'demo-mch-key then the-new-key' });
    await gateway.merchants.update('DEMO1001', { mchKey: 'the-new-key' });
    await caller.payin({ extra: 'demo-mch-key again' });
    expect(await logOf(gateway)).not.toMatch(/demo-mch-key|the-new-key/);
  });

  it('the event stream contains no key', async () => {
    const gateway = await openGateway();
    const told: unknown[] = [];
    gateway.events.subscribe((event) => told.push(event));
    await callerOf(gateway, { ...gateway.merchant, mchId: 'demo-mch-secret' }).payin({
      extra: 'demo-mch-key',
    });
    await came(told, 1);
    expect(JSON.stringify(told)).not.toMatch(/demo-mch-key|demo-mch-secret/);
  });

  it('the log never contains the control token, even after a reset', async () => {
    const controlToken = 't0k!';
    const gateway = await openGateway({ controlToken });
    const keys = await gateway.createMerchant();
    const caller = callerOf(gateway, keys);
    const send = async () => {
      await caller.payin({ extra: `a ${controlToken}`, mchOrderNo: controlToken });
      await caller.get(`/v3/payin?note=${controlToken}`);
      await caller.bytes('/v3/payin', `{"a":"${controlToken}"`, json);
    };
    await send();
    const [list, har] = [await gateway.requests.list(), await gateway.requests.har()];
    const single = await Promise.all(list.items.map(({ id }) => gateway.requests.get(id)));
    expect(JSON.stringify([list, har, single])).not.toMatch(/0k!/);
    expect(list.items).toHaveLength(3);
    await gateway.reset();
    await send();
    expect(JSON.stringify(await gateway.requests.list())).not.toMatch(/0k!/);
  });

  it('the log contains no key that a request sent in a header', async () => {
    const gateway = await openGateway();
    const params = { amount: '500.00' };
    const headers = { 'x-api-key': 'demo-mch-key' };
    const answer = await callerOf(gateway).raw(
      '/v1/create-link.php',
      { ...params, sign: sign(params, 'demo-mch-secret') },
      { headers },
    );
    expect(answer.status).toBe(200);
    expect(await logOf(gateway)).not.toContain('demo-mch');
  });
});

describe('personal data in the log [contract:control.personal-data]', () => {
  const bank = {
    upiId: null,
    bankCode: 'HDFC Bank',
    accountName: 'Asha Rao',
    accountNumber: '50100123456789',
    ifsc: 'HDFC0001234',
  };
  const destinations = [
    bank,
    { upiId: 'asha.rao@okhdfcbank' },
    { upiId: null, usdtAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  ];

  it.each(destinations)(
    'the log contains no personal data of a payout with a correct or wrong signature (%#)',
    async (destination) => {
      const gateway = await openGateway();
      await callerOf(gateway).payout(destination);
      await callerOf(gateway, { ...gateway.merchant, mchSecret: 'wrong' }).payout(destination);
      const log = await logOf(gateway);
      expect(log).not.toMatch(/50100123456789|Asha Rao|asha\.rao|TR7NHqjeKQ/);
      const [wrong] = (await gateway.requests.list()).items;
      expect(wrong?.diagnosis?.canonical).toContain('mchOrderNo=W-1&');
      expect(wrong?.diagnosis?.canonical).toContain('=***');
    },
  );
});

describe('signature made with the key of another merchant [contract:control.diagnosis]', () => {
  it.each(['mchKey', 'mchSecret'] as const)(
    'the log, but not the response, reports a signature made with the %s of another merchant',
    async (name) => {
      const gateway = await openGateway();
      const other = await gateway.createMerchant({ mchId: 'SHOP2' });
      const caller = callerOf(gateway, { ...gateway.merchant, mchKey: other[name] });
      const stranger = callerOf(gateway, { ...gateway.merchant, mchKey: 'of-no-merchant' });
      const [told, usual] = [
        await caller.payin({ mchOrderNo: 'A' }),
        await stranger.payin({ mchOrderNo: 'A' }),
      ];
      expect(told.status).toBe(401);
      expect(told.text).toBe(usual.text);

      const [, wrong] = (await gateway.requests.list()).items;
      const entry = await gateway.requests.get(wrong?.id ?? '');
      expect(entry.diagnosis?.verdict).toBe('explained');
      expect(entry.diagnosis?.mistakes).toMatchObject([
        {
          id: 'other-merchants-key',
          title: `The sign was made with the key of another merchant: ${name} of SHOP2`,
        },
      ]);
      const log = JSON.stringify([entry, wrong]);
      for (const key of [other.mchKey, other.mchSecret, gateway.merchant.mchKey])
        expect(log).not.toContain(key);
    },
  );

  it('the log recognizes a misspelt Merchant ID by the key that made the signature', async () => {
    const gateway = await openGateway();
    await callerOf(gateway, { ...gateway.merchant, mchId: 'DEMO1OO1' }).payin();
    await callerOf(gateway, { mchId: 'NOBODY', mchKey: 'unknown-key', mchSecret: 'unknown-secret' }).payin();
    const [none, misspelt] = (await gateway.requests.list()).items;
    const explained = await gateway.requests.get(misspelt?.id ?? '');
    expect(explained.diagnosis?.mistakes).toMatchObject([
      { title: 'The sign was made with the key of another merchant: mchKey of DEMO1001' },
    ]);
    const open = await gateway.requests.get(none?.id ?? '');
    expect(open.diagnosis).toMatchObject({
      verdict: 'unexplained',
      summary: expect.stringMatching(/No merchant has this mchId\. The keys of other merchants/),
    });
  });
});

describe('size of the request log', () => {
  it('the log is bounded in length, so new requests replace the oldest requests [contract:control.requests]', async () => {
    const gateway = await openGateway();
    for (let sent = 0; sent < 4_100; sent++) await gateway.fetch(`${gateway.baseUrl}/x`);
    let count = 0;
    let cursor: string | null = null;
    do {
      const page: { items: readonly unknown[]; nextCursor: string | null } = await gateway.requests.list({
        limit: 200,
        ...(cursor === null ? {} : { cursor }),
      });
      count += page.items.length;
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(count).toBeGreaterThanOrEqual(2_000);
    expect(count).toBeLessThan(4_000);
  });

  it('the log truncates long values and very long lists of parameters', async () => {
    const gateway = await openGateway();
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, 'v']));
    await callerOf(gateway).payin({ ...many, long: 'x'.repeat(40_000) });
    expect((await logOf(gateway)).length).toBeLessThan(45_000);
  });

  it('a log page whose cursor was deleted contains only the remaining requests', async () => {
    const gateway = await openGateway();
    for (let sent = 0; sent < 3; sent++) await gateway.fetch(`${gateway.baseUrl}/x`);
    const { nextCursor } = await gateway.requests.list({ limit: 1 });
    await gateway.reset();
    expect(await gateway.requests.list({ limit: 1, cursor: nextCursor ?? '' })).toEqual({
      items: [],
      nextCursor: null,
    });
  });
});

describe('socket that serves many requests', () => {
  it('a socket that serves many requests accumulates no listeners', async () => {
    const gateway = await listenGateway();
    const warnings: string[] = [];
    const listener = (warning: Error) => warnings.push(warning.name);
    process.on('warning', listener);
    const caller = callerOf(gateway);
    for (let sent = 0; sent < 30; sent++) await caller.balance();
    const sockets = new Set<unknown>();
    for (let sent = 0; sent < 30; sent++) sockets.add(await post(gateway));
    process.off('warning', listener);
    expect(sockets.size).toBe(1);
    expect(warnings).toEqual([]);
  });

  /** Sends a POST over a keep-alive connection. */
  function post(gateway: MockGateway): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(`${gateway.baseUrl}/payin`, { method: 'POST' }, (response) => {
        const { socket } = response;
        response.resume();
        response.on('end', () => resolve(socket));
      });
      request.on('error', reject);
      request.end('{}');
    });
  }
});
