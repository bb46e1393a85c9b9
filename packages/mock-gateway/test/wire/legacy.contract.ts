import { createHash } from 'node:crypto';
import { linkCreated, linkFound, v1Success } from '@inrgate/sdk/internal';
import { sign } from '@inrgate/sdk/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Params } from '../client.ts';
import { booksOf, expectApiAnswer } from './expect.ts';
import { anotherMerchant, gatewayPerTest, type Open, type Site, start } from './gateway-per-test.ts';

const json = { 'content-type': 'application/json' };

/** spec: creation of links in Legacy v1. reading: States, on legacy links. */
export function legacyContract(open: Open): void {
  describe('POST create-link.php', () => {
    const at = gatewayPerTest(open);
    answerOfCreateLink(at);
    keyAndSignature(at);
    clientRef(at);
    currencies(at);
    describe('rejected links', () => {
      changesNothing(at);
      rejectedLinks(at);
      rejectedBodies(at);
    });
  });
}

/** spec: query of links in Legacy v1. */
export function linkStatusContract(open: Open): void {
  describe('GET link-status.php', () => linkStatus(gatewayPerTest(open)));
}

function changesNothing(at: Site): void {
  let before: unknown;
  beforeEach(async () => {
    before = await booksOf(at.gateway);
  });
  afterEach(async () => expect(await booksOf(at.gateway)).toEqual(before));
}

function expectLink(answer: Answer) {
  expect(answer.status).toBe(200);
  expectApiAnswer(answer);
  return v1Success(linkCreated).parse(JSON.parse(answer.text)).data;
}

function expectRejection(answer: Answer, status: number, error: string): void {
  expect({ status: answer.status, error: answer.error }).toEqual({ status, error });
  expectApiAnswer(answer);
  const envelope = JSON.parse(answer.text) as { readonly message: string };
  expect(envelope).toEqual({ ok: false, error, message: envelope.message });
}

function md5(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex').toUpperCase();
}

function answerOfCreateLink(at: Site): void {
  it('create-link returns the new link with exactly the specified fields [spec:v1.create] [spec:v1.envelope] [spec:v1.fields] [spec:conventions.times]', async () => {
    const answer = await at.caller.createLink({
      amount: '500',
      note: 'Invoice 42',
      client_ref: 'INV-42',
      notify_url: 'https://shop.example/hook',
      return_url: 'https://shop.example/thanks',
    });
    expectLink(answer);
    expect(JSON.parse(answer.text)).toEqual({
      ok: true,
      data: {
        link_code: expect.stringMatching(/^[A-Za-z0-9]+$/),
        client_ref: 'INV-42',
        amount: '500.00',
        currency: 'INR',
        status: 'pending',
        pay_url: expect.stringMatching(
          /^http:\/\/(gateway\.invalid|127\.0\.0\.1:\d+)\/pay\/[A-Za-z0-9_-]{20,}$/,
        ),
        created_at: start,
        expires_at: '2026-11-20T15:34:05+05:30',
      },
    });
    const link = await at.gateway.links.get(String(answer.data['link_code']));
    expect(link).toMatchObject({
      notifyUrl: 'https://shop.example/hook',
      returnUrl: 'https://shop.example/thanks',
    });
    expect(link).toMatchObject({ fee: '55.00', netAmount: '445.00', note: 'Invoice 42' });
  });

  it.each([
    ['200', '200.00'],
    ['200.5', '200.50'],
    ['500.05', '500.05'],
    ['50000', '50000.00'],
    ['50000.0', '50000.00'],
    ['50000.00', '50000.00'],
  ])(
    'create-link accepts the amount %s and returns it with two decimals [reading:v1.amount] [spec:v1.create]',
    async (amount, written) => {
      expect(expectLink(await at.caller.createLink({ amount })).amount).toBe(written);
    },
  );

  it('create-link requires only amount, key and signature [spec:v1.create] [spec:v1.currency]', async () => {
    expect(expectLink(await at.caller.createLink({ amount: '500' }))).toMatchObject({
      client_ref: '',
      currency: 'INR',
    });
  });

  it.each([
    ['note', 'letters', 'a'.repeat(255)],
    ['note', 'emoji', '😀'.repeat(255)],
    ['client_ref', 'letters', 'a'.repeat(120)],
    ['client_ref', 'emoji', '😀'.repeat(120)],
    ['client_ref', 'any signs', ' a/b\\c"d\'<e>&é%20'],
  ])(
    'create-link accepts a %s of as many %s as the limit allows [spec:limits.v1-note] [spec:limits.v1-client-ref]',
    async (name, _what, value) => {
      const { link_code } = expectLink(await at.caller.createLink({ amount: '500', [name]: value }));
      expect((await at.caller.linkStatus(link_code)).data[name]).toBe(value);
    },
  );

  it('the expiry of a link follows the order validity in the settings [reading:v1.as-payin]', async () => {
    await at.gateway.settings.update({ orderValidityMinutes: 10 });
    const link = expectLink(await at.caller.createLink({ amount: '500' }));
    expect(link.expires_at).toBe('2026-11-20T15:14:05+05:30');
  });

  it('the gateway rejects the payment of an expired link if the setting rejects late payments [reading:v1.as-payin]', async () => {
    await at.gateway.settings.update({ latePayments: 'refuse' });
    const { link_code } = expectLink(await at.caller.createLink({ amount: '500' }));
    await at.gateway.clock.advance('30m');
    await expect(at.gateway.links.pay(link_code)).rejects.toMatchObject({ code: 'illegal_transition' });
    expect((await at.caller.linkStatus(link_code)).data).toMatchObject({ status: 'expired' });
  });
}

function keyAndSignature(at: Site): void {
  it('create-link is signed with the API Secret over the sorted parameters, including api_key [spec:v1.sign] [spec:auth.v1-secret]', async () => {
    const params = { note: 'a b', api_key: 'demo-mch-key', amount: '500', client_ref: '', currency: null };
    const signature = md5('amount=500&api_key=demo-mch-key&note=a b&key=demo-mch-secret');
    expectLink(await at.caller.raw('/v1/create-link.php', { ...params, sign: signature }));
  });

  it('create-link accepts the unsigned key in the header X-Api-Key [spec:v1.header-key] [reading:v1.header-not-signed]', async () => {
    const headers = { 'x-api-key': 'demo-mch-key' };
    const unsigned = md5('amount=500&key=demo-mch-secret');
    expectLink(await at.caller.raw('/v1/create-link.php', { amount: '500', sign: unsigned }, { headers }));
    const signed = md5('amount=500&api_key=demo-mch-key&key=demo-mch-secret');
    const answer = await at.caller.raw('/v1/create-link.php', { amount: '500', sign: signed }, { headers });
    expectRejection(answer, 401, 'invalid_signature');
  });

  it('create-link rejects a key in the body that differs from the key in the header [spec:v1.header-key] [reading:v1.codes]', async () => {
    const params = { api_key: 'demo-mch-key', amount: '500' };
    const signed = { ...params, sign: sign(params, 'demo-mch-secret') };
    const send = (key: string) =>
      at.caller.raw('/v1/create-link.php', signed, { headers: { 'x-api-key': key } });
    expectLink(await send('demo-mch-key'));
    for (const other of ['other', 'DEMO-MCH-KEY', 'demo-mch-key2']) {
      expectRejection(await send(other), 400, 'invalid_request');
    }
  });

  it('create-link uses the key in the header if api_key is empty [spec:v1.header-key]', async () => {
    const headers = { 'x-api-key': 'demo-mch-key' };
    const sign = md5('amount=500&key=demo-mch-secret');
    for (const api_key of ['', null]) {
      const params = { api_key, amount: '500', sign };
      expectLink(await at.caller.raw('/v1/create-link.php', params, { headers }));
    }
  });

  it.each([
    ['made with the API Key', 'demo-mch-key', (text: string) => text],
    ['in lower case', 'demo-mch-secret', (text: string) => text.toLowerCase()],
    ['empty', 'demo-mch-secret', () => ''],
    ['of another length', 'demo-mch-secret', (text: string) => text.slice(1)],
  ])(
    'create-link rejects a signature %s [spec:v1.sign] [spec:errors.v1.invalid_signature]',
    async (_what, key, change) => {
      const params = { api_key: 'demo-mch-key', amount: '500' };
      const answer = await at.caller.raw('/v1/create-link.php', {
        ...params,
        sign: change(sign(params, key)),
      });
      expectRejection(answer, 401, 'invalid_signature');
    },
  );

  it('create-link rejects mchSecret or mchId as api_key [spec:v1.sign] [spec:errors.v1.invalid_api_key]', async () => {
    for (const api_key of ['demo-mch-secret', 'DEMO1001', '__proto__', "' OR 1=1 --"]) {
      expectRejection(await at.caller.createLink({ api_key, amount: '500' }), 401, 'invalid_api_key');
    }
  });
}

function clientRef(at: Site): void {
  it('create-link returns the same link for a repeated client_ref [spec:v1.idempotent]', async () => {
    const first = await at.caller.createLink({ amount: '500', client_ref: 'REF-1' });
    const again = await at.caller.createLink({ amount: '500.00', client_ref: 'REF-1', note: 'another' });
    expect(again.text).toBe(first.text);
    expect((await at.gateway.links.list()).items).toHaveLength(1);
  });

  it('create-link returns the current state of the link for a repeated client_ref [spec:v1.idempotent] [reading:order.v1]', async () => {
    const { gateway, caller } = at;
    const { link_code } = expectLink(await caller.createLink({ amount: '500', client_ref: 'REF-1' }));
    await gateway.links.pay(link_code);
    await gateway.merchants.update('DEMO1001', { inrEnabled: false });
    await gateway.settings.update({ providerAvailable: false });
    const again = expectLink(await caller.createLink({ amount: '500', client_ref: 'REF-1' }));
    expect(again).toMatchObject({ link_code, status: 'success' });
  });

  it('create-link returns the failed or expired link if its client_ref is repeated [spec:v1.idempotent]', async () => {
    const { gateway, caller } = at;
    const make = async (client_ref: string) =>
      expectLink(await caller.createLink({ amount: '500', client_ref }));
    const [failed, expired] = [await make('FAILED'), await make('EXPIRED')];
    await gateway.links.fail(failed.link_code);
    await gateway.clock.advance('30m');
    expect(await make('FAILED')).toEqual({ ...failed, status: 'failed' });
    expect(await make('EXPIRED')).toEqual({ ...expired, status: 'expired' });
  });

  it('create-link compares client_refs exactly, including case [spec:v1.idempotent]', async () => {
    const refs = ['ref-1', 'REF-1', ' ref-1', 'ref-1 ', 'réf-1', 're\u0301f-1'];
    const answers = await Promise.all(
      refs.map((client_ref) => at.caller.createLink({ amount: '500', client_ref })),
    );
    expect(new Set(answers.map((answer) => expectLink(answer).link_code)).size).toBe(refs.length);
  });

  it('create-link without a client_ref creates a new link at each call [spec:v1.idempotent]', async () => {
    const links = [
      await at.caller.createLink({ amount: '500' }),
      await at.caller.createLink({ amount: '500', client_ref: '' }),
      await at.caller.createLink({ amount: '500', client_ref: null }),
    ].map((answer) => expectLink(answer).link_code);
    expect(new Set(links).size).toBe(3);
  });

  it('create-link keeps the client_refs of merchants separate [spec:v1.idempotent] [reading:params.name-spaces]', async () => {
    const other = await anotherMerchant(at);
    const mine = expectLink(await at.caller.createLink({ amount: '500', client_ref: 'REF-1' }));
    const theirs = expectLink(await other.createLink({ amount: '600', client_ref: 'REF-1' }));
    expect(theirs.link_code).not.toBe(mine.link_code);
  });

  it('a rejected link is not stored, so its client_ref can be used again [reading:order.12]', async () => {
    await at.gateway.settings.update({ providerAvailable: false });
    expectRejection(await at.caller.createLink({ amount: '500', client_ref: 'REF-1' }), 502, 'gateway_error');
    await at.gateway.settings.update({ providerAvailable: true });
    expectLink(await at.caller.createLink({ amount: '600', client_ref: 'REF-1' }));
  });
}

function currencies(at: Site): void {
  it('create-link accepts USDT with the amount in INR [spec:v1.currency] [reading:v1.amount-inr]', async () => {
    const answer = await at.caller.createLink({ amount: '500', currency: 'USDT' });
    expect(expectLink(answer)).toMatchObject({ amount: '500.00', currency: 'USDT' });
    const linkCode = String(answer.data['link_code']);
    const { usdtAmount, address } = await at.gateway.links.get(linkCode);
    expect({ usdtAmount, address }).toEqual({
      usdtAmount: '5.555556',
      address: expect.stringMatching(/^T\w{33}$/),
    });
    await at.gateway.links.pay(linkCode);
    expect((await at.caller.balance()).data).toMatchObject({ available: '100445.00' });
  });

  it('create-link accepts INR as an explicit currency [spec:v1.currency]', async () => {
    expect(expectLink(await at.caller.createLink({ amount: '500', currency: 'INR' })).currency).toBe('INR');
  });

  it.each([
    ['INRUPI', null, 'INR'],
    ['INRUPI', 'INR', 'INR'],
    ['usdt', null, 'USDT'],
    ['usdt', 'USDT', 'USDT'],
    ['', null, 'INR'],
  ])(
    'create-link reads the trade_type %j with the currency %j as %s [reading:v1.trade-type] [spec:versioning.v1]',
    async (trade_type, currency, expected) => {
      const answer = await at.caller.createLink({ amount: '500', trade_type, currency });
      expect(expectLink(answer).currency).toBe(expected);
    },
  );

  it.each([
    ['USDT', null],
    ['INR', null],
    ['USD', null],
    ['usdt', 'INR'],
    ['INRUPI', 'USDT'],
  ])(
    'create-link rejects the trade_type %j with the currency %j [reading:v1.trade-type] [reading:v1.codes]',
    async (trade_type, currency) => {
      const answer = await at.caller.createLink({ amount: '500', trade_type, currency });
      expectRejection(answer, 422, 'invalid_currency');
      expect(answer.text).toContain('trade_type');
    },
  );
}

function rejectedLinks(at: Site): void {
  const refuses = async (params: Params, error: string) => {
    expectRejection(await at.caller.createLink({ amount: '500', ...params }), 422, error);
  };

  const amounts = [
    ...[
      '0',
      '0.00',
      '199',
      '199.99',
      '50000.01',
      '50001',
      '-500',
      '+500',
      '5e2',
      '500.',
      '.5',
      '500.000',
      '1.005',
    ],
    ...[
      '0500',
      ' 500',
      '500 ',
      '500\n',
      '5,00',
      '1,000',
      '５００',
      '٥٠٠',
      '9007199254740993',
      '0x1F4',
      'NaN',
      '₹500',
    ],
  ];
  it.each(amounts)(
    'create-link rejects the amount %j [reading:v1.amount] [spec:errors.v1.invalid_amount]',
    (amount) => refuses({ amount }, 'invalid_amount'),
  );

  it('create-link rejects a missing amount [spec:errors.v1.invalid_amount]', async () => {
    await refuses({ amount: '' }, 'invalid_amount');
    await refuses({ amount: null }, 'invalid_amount');
  });

  it.each(['500', '500.00', 'true'])(
    'create-link rejects the amount as the JSON literal %s [reading:v1.amount] [spec:errors.v1.invalid_amount]',
    async (literal) => {
      const signature = md5(`amount=${literal}&api_key=demo-mch-key&key=demo-mch-secret`);
      const body = `{"api_key":"demo-mch-key","amount":${literal},"sign":"${signature}"}`;
      expectRejection(await at.caller.bytes('/v1/create-link.php', body, json), 422, 'invalid_amount');
    },
  );

  it.each([
    ['note', 'invalid_note', 256],
    ['client_ref', 'invalid_client_ref', 121],
  ])(
    'create-link rejects a %s that is too long [spec:limits.v1-note] [spec:limits.v1-client-ref] [reading:v1.codes]',
    async (name, error, length) => {
      await refuses({ [name]: 'a'.repeat(length) }, error);
      await refuses({ [name]: '😀'.repeat(length) }, error);
    },
  );

  it.each([
    ['notify_url', 'invalid_notify_url'],
    ['return_url', 'invalid_return_url'],
  ])(
    'create-link rejects a %s that is not an http URL, or that has user info [reading:v1.codes]',
    async (name, error) => {
      for (const url of [
        'shop',
        'ftp://shop.example/',
        'javascript:alert(1)',
        'https://u:p@shop.example/',
        `https://a/${'a'.repeat(2040)}`,
      ]) {
        await refuses({ [name]: url }, error);
      }
    },
  );

  it.each(['EUR', 'inr', 'usdt', 'INRUPI', 'constructor'])(
    'create-link rejects the currency %s [reading:v1.codes]',
    (currency) => refuses({ currency }, 'invalid_currency'),
  );
}

function rejectedBodies(at: Site): void {
  const params = { api_key: 'demo-mch-key', amount: '500' };
  const body = JSON.stringify({ ...params, sign: sign(params, 'demo-mch-secret') });

  it.each([
    ['that is a form', 'api_key=demo-mch-key&amount=500', 'application/x-www-form-urlencoded'],
    ['without a JSON content type', body, 'text/plain'],
    ['that is not JSON', '{', 'application/json'],
    ['that is an array', '[]', 'application/json'],
    ['with a repeated name', `${body.slice(0, -1)},"amount":"500"}`, 'application/json'],
    ['with a nested value', `${body.slice(0, -1)},"note":{}}`, 'application/json'],
    ['with half a surrogate pair', `${body.slice(0, -1)},"note":"\\ud83d"}`, 'application/json'],
    ['with a byte order mark', `\uFEFF${body}`, 'application/json'],
    ['of 65,537 bytes', body.padEnd(65_537), 'application/json'],
  ])('create-link rejects a body %s [reading:v1.json-only] [reading:v1.codes]', async (_what, text, type) => {
    const answer = await at.caller.bytes('/v1/create-link.php', text, { 'content-type': type });
    expectRejection(answer, 400, 'invalid_request');
  });

  it.each(['/v1/create-link', '/v1/create-link.php/', '/v1/link-status', '/v1/payin', '/v1', '/v1/'])(
    'v1 rejects the path %s [reading:v1.php-only] [spec:errors.v1.not_found]',
    async (path) => {
      expectRejection(await at.caller.bytes(path, body, json), 404, 'not_found');
      expectRejection(await at.caller.get(path), 404, 'not_found');
    },
  );

  it.each([
    ['create-link', 'POST', ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
    ['link-status', 'GET', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
  ] as const)(
    'v1 rejects every wrong method at %s.php [spec:errors.v1.method_not_allowed] [reading:v1.json-only]',
    async (name, allowed, methods) => {
      for (const method of methods) {
        const answer = await at.caller.request(`/v1/${name}.php`, { method });
        expectRejection(answer, 405, 'method_not_allowed');
        expect(answer.headers.get('allow')).toBe(allowed);
      }
      expect((await at.send(`/v1/${name}.php`, { method: 'HEAD' })).status).toBe(405);
    },
  );
}

function linkStatus(at: Site): void {
  const find = async (linkCode: string) => {
    const answer = await at.caller.linkStatus(linkCode);
    expect(answer.status).toBe(200);
    return v1Success(linkFound).parse(JSON.parse(answer.text)).data;
  };

  it('link-status returns a pending or paid link with exactly the specified fields [spec:v1.status] [spec:v1.fields] [reading:v1.as-payin]', async () => {
    const { gateway, caller } = at;
    const created = expectLink(
      await caller.createLink({ amount: '500', client_ref: 'REF-1', note: 'Invoice 42' }),
    );
    const { link_code, pay_url } = created;
    const link = {
      link_code,
      client_ref: 'REF-1',
      amount: '500.00',
      currency: 'INR',
      status: 'pending',
      pay_url,
      note: 'Invoice 42',
      created_at: start,
      paid_at: '',
    };
    expect(await find(link_code)).toEqual(link);
    await gateway.clock.advance('1m');
    await gateway.links.pay(link_code);
    expect(await find(link_code)).toEqual({
      ...link,
      status: 'success',
      paid_at: '2026-11-20T15:05:05+05:30',
    });
    expect((await caller.balance()).data).toMatchObject({ available: '100445.00' });
  });

  it('link-status shows a failed link, an expired link and a late payment [spec:v1.status] [reading:v1.as-payin]', async () => {
    const { gateway, caller } = at;
    const make = async () => expectLink(await caller.createLink({ amount: '500' })).link_code;
    const [failed, expired, late] = [await make(), await make(), await make()];
    await gateway.links.fail(failed);
    await gateway.clock.advance('30m');
    await gateway.links.pay(late);
    expect((await find(failed)).status).toBe('failed');
    expect((await find(expired)).status).toBe('expired');
    expect((await find(late)).status).toBe('success');
  });

  it('link-status does not find an unknown link, a pay-in or a link of another merchant [reading:v1.other-merchant] [spec:errors.v1.not_found]', async () => {
    const other = await anotherMerchant(at);
    const link = expectLink(await at.caller.createLink({ amount: '500', client_ref: 'REF-1' }));
    const payin = await at.caller.payin();
    expectRejection(await other.linkStatus(link.link_code), 404, 'not_found');
    for (const code of [String(payin.data['orderNo']), 'REF-1', 'none', '__proto__', '%', '😀']) {
      expectRejection(await at.caller.linkStatus(code), 404, 'not_found');
    }
  });

  const query = (params: Readonly<Record<string, string>>) =>
    `/v1/link-status.php?${new URLSearchParams(params)}`;

  it('link-status requires the key and the signature in the URL [spec:v1.status] [spec:v1.sign] [spec:v1.header-key]', async () => {
    const { caller } = at;
    const { link_code } = expectLink(await caller.createLink({ amount: '500' }));
    const params = { api_key: 'demo-mch-key', link_code };
    expectRejection(await caller.get('/v1/link-status.php'), 401, 'missing_api_key');
    expectRejection(await caller.get(query({ ...params, api_key: 'nobody' })), 401, 'invalid_api_key');
    expectRejection(await caller.get(query(params)), 401, 'invalid_signature');
    expectRejection(
      await caller.get(query({ ...params, sign: sign(params, 'demo-mch-key') })),
      401,
      'invalid_signature',
    );
    expectRejection(
      await caller.get(query({ ...params, link_code: 'none', sign: 'A' })),
      401,
      'invalid_signature',
    );
    const headers = { 'x-api-key': 'demo-mch-key' };
    const keyless = { link_code, sign: sign({ link_code }, 'demo-mch-secret') };
    expectRejection(await caller.request(query(keyless), { headers }), 401, 'missing_api_key');
  });

  it.each(['link_code=a&link_code=b', 'api_key=%zz', 'api_key=%ff', 'a[]=1'])(
    'link-status rejects the query %s [reading:order.v1] [reading:v1.codes]',
    async (text) => {
      expectRejection(await at.caller.get(`/v1/link-status.php?${text}`), 400, 'invalid_request');
    },
  );

  it('link-status requires link_code [spec:v1.status]', async () => {
    const params = { api_key: 'demo-mch-key' };
    const answer = await at.caller.get(query({ ...params, sign: sign(params, 'demo-mch-secret') }));
    expectRejection(answer, 404, 'not_found');
  });

  it('link-status changes nothing [spec:v1.status]', async () => {
    const { link_code } = expectLink(await at.caller.createLink({ amount: '500' }));
    const before = await booksOf(at.gateway);
    await find(link_code);
    expect(await booksOf(at.gateway)).toEqual(before);
  });
}
