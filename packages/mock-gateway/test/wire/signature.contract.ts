import { createHash } from 'node:crypto';
import { payinCreated } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import type { Params } from '../client.ts';
import { v3Calls } from '../v3-calls.ts';
import { booksOf, expectRejection, expectSuccess } from './expect.ts';
import { anotherMerchant, gatewayPerTest, type Open, type Site } from './gateway-per-test.ts';

/** spec: Authentication, POST payin rule 3; reading: Parameters, Order of checks 8. */
export function signatureContract(open: Open): void {
  describe('signature', () => {
    const at = gatewayPerTest(open);
    algorithm(at);
    whichKey(at);
    sameAnswer(at);
    alternative(at);
  });
}

/** Computes MD5 without the gateway's own code. */
function md5(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex');
}

function algorithm(at: Site): void {
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const signed = (text: string) => md5(`${text}&key=demo-mch-key`).toUpperCase();

  it('the signature is the upper-case MD5 of the sorted pairs and the key [spec:auth.algorithm]', async () => {
    const text = 'amount=500.00&extra=a b&c=d%20&mchId=DEMO1001&mchOrderNo=A';
    const params = { mchId: 'DEMO1001', mchOrderNo: 'A', amount: '500.00', extra: 'a b&c=d%20' };
    const answer = await at.caller.raw('/v3/payin', { ...params, sign: signed(text) });
    expect(expectSuccess(answer, payinCreated).extra).toBe('a b&c=d%20');
  });

  it.each([
    [
      'upper case before lower',
      { Z: '1', a: '3', _: '2', Amount: 'x' },
      'Amount=x&Z=1&_=2&a=3&amount=500.00',
      '',
    ],
    ['digits, capitals, letters', { b: '3', B: '2', 1: '1' }, '1=1&B=2&amount=500.00&b=3', ''],
    ['accents after ASCII', { é: '4', '~': '3' }, 'amount=500.00', '&~=3&é=4'],
    ['emoji last', { '😀': '6', ｚ: '5', é: '4' }, 'amount=500.00', '&é=4&ｚ=5&😀=6'],
  ])(
    'the signature sorts names by their bytes: %s [spec:auth.byte-order]',
    async (_what, params, before, behind) => {
      const text = `${before}&mchId=DEMO1001&mchOrderNo=A${behind}`;
      const order = { amount: '500.00', mchOrderNo: 'A', mchId: 'DEMO1001' };
      const answer = await at.caller.raw('/v3/payin', { ...params, ...order, sign: signed(text) });
      expectSuccess(answer, payinCreated);
    },
  );

  it('the signature omits empty and null values [spec:auth.empty-dropped] [reading:params.empty-dropped]', async () => {
    const params = {
      mchId: 'DEMO1001',
      mchOrderNo: 'A',
      amount: '500.00',
      extra: '',
      notifyUrl: null,
      other: null,
    };
    const sign = signed('amount=500.00&mchId=DEMO1001&mchOrderNo=A');
    expectSuccess(await at.caller.raw('/v3/payin', { ...params, sign }), payinCreated);
    const body = `mchId=DEMO1001&mchOrderNo=B&amount=500.00&extra=&notifyUrl&sign=${signed('amount=500.00&mchId=DEMO1001&mchOrderNo=B')}`;
    expectSuccess(await at.caller.bytes('/v3/payin', body, form), payinCreated);
  });

  it.each([
    ['an empty value', { extra: '' }, 'amount=500.00&extra=&mchId=DEMO1001&mchOrderNo=A'],
    ['null', { extra: null }, 'amount=500.00&extra=null&mchId=DEMO1001&mchOrderNo=A'],
  ])('the gateway rejects a signature over %s [spec:auth.empty-dropped]', async (_what, extra, text) => {
    const params = { mchId: 'DEMO1001', mchOrderNo: 'A', amount: '500.00', ...extra, sign: signed(text) };
    expectRejection(await at.caller.raw('/v3/payin', params), 401, 'invalid_signature');
  });

  it('the signature covers unknown parameters that the gateway otherwise ignores [reading:params.unknown-signed]', async () => {
    const unknown = { colour: 'blue', __proto: 'x', constructor: 'y', toString: 'z', '': 'nameless' };
    const { data } = await at.caller.payin(unknown);
    expect(Object.keys(data)).not.toContain('colour');
    const body = await at.caller.raw('/v3/payin', {
      mchId: 'DEMO1001',
      mchOrderNo: 'B',
      amount: '500.00',
      colour: 'blue',
      sign: signed('amount=500.00&mchId=DEMO1001&mchOrderNo=B'),
    });
    expectRejection(body, 401, 'invalid_signature');
  });

  it.each([
    ['1.0', '1.0'],
    ['1e2', '1e2'],
    ['-0', '-0'],
    ['12345678901234567890.10', '12345678901234567890.10'],
    ['true', 'true'],
    ['false', 'false'],
    ['0', '0'],
  ])(
    'the signature covers the JSON literal %s as it is written [reading:params.signed-text]',
    async (literal, text) => {
      const sign = signed(`amount=500.00&extra=${text}&mchId=DEMO1001&mchOrderNo=A`);
      const body = `{"mchId":"DEMO1001","mchOrderNo":"A","amount":"500.00","extra":${literal},"sign":"${sign}"}`;
      expect(expectSuccess(await at.caller.bytes('/v3/payin', body, json), payinCreated).extra).toBe(text);
    },
  );

  it('the signature covers the decoded content of a JSON string [reading:params.signed-text]', async () => {
    const sign = signed('amount=500.00&extra=é/"\\&mchId=DEMO1001&mchOrderNo=A');
    const body = `{ "mchId" : "DEMO1001" , "\\u006dchOrderNo":"\\u0041","amount":"500\\u002e00","extra":"\\u00e9\\/\\"\\\\","sign":"${sign}"}`;
    expect(expectSuccess(await at.caller.bytes('/v3/payin', body, json), payinCreated).extra).toBe('é/"\\');
  });

  it('the signature covers decoded form values with a plus as a space [reading:params.signed-text]', async () => {
    const sign = signed('amount=500.00&extra=a b+c&mchId=DEMO1001&mchOrderNo=A');
    const body = `mchId=DEMO1001&mchOrderN%6f=A&amount=500%2e00&extra=a+b%2Bc&sign=${sign}`;
    expect(expectSuccess(await at.caller.bytes('/v3/payin', body, form), payinCreated).extra).toBe('a b+c');
  });

  it.each([
    ['one changed character', (params: Params) => ({ ...params, amount: '500.01' })],
    ['an added parameter', (params: Params) => ({ ...params, extra: 'x' })],
    ['a removed parameter', ({ returnUrl: _gone, ...params }: Params) => params],
    [
      'a parameter under its alias',
      ({ mchOrderNo = '', ...params }: Params) => ({ ...params, merchant_order_no: mchOrderNo }),
    ],
  ])(
    'the gateway rejects the signature after %s [spec:auth.algorithm] [spec:errors.invalid_signature]',
    async (_what, change) => {
      const before = await booksOf(at.gateway);
      const sign = signed('amount=500.00&mchId=DEMO1001&mchOrderNo=A&returnUrl=https://a.example/');
      const params = {
        mchId: 'DEMO1001',
        mchOrderNo: 'A',
        amount: '500.00',
        returnUrl: 'https://a.example/',
      };
      expectRejection(
        await at.caller.raw('/v3/payin', { ...change(params), sign }),
        401,
        'invalid_signature',
      );
      expect(await booksOf(at.gateway)).toEqual(before);
    },
  );

  const right = signed('amount=500.00&mchId=DEMO1001&mchOrderNo=A');
  it.each([
    ['in lower case', right.toLowerCase()],
    ['with a trailing space', `${right} `],
    ['with a trailing line break', `${right}\n`],
    ['with one digit too few', right.slice(1)],
    ['with one digit too many', `${right}0`],
    ['twice', right + right],
    ['that is not hexadecimal', 'z'.repeat(32)],
    ['in full-width digits', right.replaceAll('A', 'Ａ').replaceAll('0', '０')],
    ['the word true', 'true'],
  ])(
    'the gateway rejects a signature %s [reading:params.upper-case-sign] [spec:errors.invalid_signature]',
    async (_what, sign) => {
      const params = { mchId: 'DEMO1001', mchOrderNo: 'A', amount: '500.00', sign };
      expectRejection(await at.caller.raw('/v3/payin', params), 401, 'invalid_signature');
      expectRejection(await at.caller.raw('/v3/payin', params, { form: true }), 401, 'invalid_signature');
    },
  );
}

function whichKey(at: Site): void {
  // Exclude the query, because both keys can sign it and select pay-ins or payouts.
  it.each(v3Calls.filter(({ name }) => name !== 'check-order-status'))(
    'the signature of $name requires $key, and the other key returns wrong_key_type [spec:auth.keys] [spec:auth.wrong-key] [spec:errors.wrong_key_type] [reading:order.8]',
    async ({ name, key, params }) => {
      const before = await booksOf(at.gateway);
      const other = key === 'mchKey' ? 'mchSecret' : 'mchKey';
      expectRejection(await at.caller.v3(name, params, { key: other }), 401, 'wrong_key_type');
      expectRejection(await at.caller.v3(name, params, { key: other, form: true }), 401, 'wrong_key_type');
      expect(await booksOf(at.gateway)).toEqual(before);
      expect((await at.caller.v3(name, params, { key })).status).toBe(200);
    },
  );

  it.each(v3Calls)(
    'the gateway rejects the signature of $name with the keys of another merchant [spec:errors.invalid_signature]',
    async ({ name, params }) => {
      const other = await anotherMerchant(at);
      for (const key of ['mchKey', 'mchSecret'] as const) {
        const answer = await other.exactly(name, { mchId: 'DEMO1001', ...params }, { key });
        expectRejection(answer, 401, 'invalid_signature');
      }
    },
  );

  it('the signature check uses the current keys, so a new key applies immediately [spec:auth.keys]', async () => {
    await at.gateway.merchants.update('DEMO1001', { mchKey: 'new-key' });
    expectRejection(await at.caller.payin(), 401, 'invalid_signature');
  });
}

function sameAnswer(at: Site): void {
  it.each(v3Calls)(
    'the signature check of $name returns the same bytes for an unknown merchant and a wrong signature [spec:auth.same-answer] [spec:errors.invalid_signature] [reading:order.8]',
    async ({ name, params }) => {
      const wrong = { ...params, sign: 'A'.repeat(32) };
      const known = await at.caller.raw(`/v3/${name}`, { mchId: 'DEMO1001', ...wrong });
      const unknown = await at.caller.raw(`/v3/${name}`, { mchId: 'DEMO9999', ...wrong });
      expectRejection(known, 401, 'invalid_signature');
      expect(unknown.text).toBe(known.text);
      expect(unknown.status).toBe(known.status);
      const comparable = ({ headers }: { headers: Headers }) =>
        [...headers].filter(([header]) => header !== 'date');
      expect(comparable(unknown)).toEqual(comparable(known));
    },
  );

  it.each(
    [
      'DEMO1001 ',
      ' DEMO1001',
      'demo1001',
      'DEMO1001\u0000',
      'ＤＥＭＯ1001',
      "' OR 1=1 --",
      '__proto__',
      'constructor',
      '%',
      '😀',
      'x'.repeat(1000),
    ].map((mchId) => [mchId.slice(0, 20), mchId] as const),
  )(
    'the gateway rejects the signature of the unknown merchant %j, even if the keys belong to a known merchant [spec:auth.same-answer]',
    async (_shown, mchId) => {
      expectRejection(await at.caller.payin({ mchId }), 401, 'invalid_signature');
    },
  );
}

function alternative(at: Site): void {
  const snake = { merchant_id: 'DEMO1001', merchant_order_no: 'A', amount: '500.00' };
  const callback_url = 'https://shop.example/cb';
  const digest = (key = 'demo-mch-key', url = '') => md5(`DEMO1001500.00A${key}${url}`);

  it.each([
    ['lower', digest()],
    ['upper', digest().toUpperCase()],
  ])(
    'payin accepts the alternative signature in %s case [spec:payin.alternative-sign] [reading:params.alternative-sign]',
    async (_case, sign) => {
      expectSuccess(await at.caller.raw('/v3/payin', { ...snake, sign }), payinCreated);
      expectSuccess(await at.caller.raw('/v3/payin.php', { ...snake, sign }, { form: true }), payinCreated);
      const others = { trade_type: 'INRUPI', return_url: 'https://shop.example/', extra: 'x' };
      expectSuccess(await at.caller.raw('/v3/payin', { ...snake, ...others, sign }), payinCreated);
    },
  );

  it('the alternative signature covers callback_url last, even if callback_url is absent [spec:payin.alternative-sign] [reading:params.alternative-sign]', async () => {
    const sign = digest('demo-mch-key', callback_url);
    const { orderNo } = expectSuccess(
      await at.caller.raw('/v3/payin', { ...snake, callback_url, sign }),
      payinCreated,
    );
    expect((await at.gateway.payins.get(orderNo)).notifyUrl).toBe(callback_url);
    expectRejection(
      await at.caller.raw('/v3/payin', { ...snake, callback_url, sign: digest() }),
      401,
      'invalid_signature',
    );
    expectRejection(await at.caller.raw('/v3/payin', { ...snake, sign }), 401, 'invalid_signature');
    expectSuccess(
      await at.caller.raw('/v3/payin', { ...snake, callback_url: '', sign: digest() }),
      payinCreated,
    );
  });

  it('the gateway accepts the usual signature of a snake_case pay-in only in upper case [spec:payin.aliases] [reading:params.upper-case-sign]', async () => {
    const sign = md5('amount=500.00&merchant_id=DEMO1001&merchant_order_no=A&key=demo-mch-key');
    expectSuccess(await at.caller.raw('/v3/payin', { ...snake, sign: sign.toUpperCase() }), payinCreated);
    expectRejection(await at.caller.raw('/v3/payin', { ...snake, sign }), 401, 'invalid_signature');
  });

  it('the gateway rejects an alternative signature made with mchSecret as the wrong key type [spec:errors.wrong_key_type] [reading:params.alternative-sign]', async () => {
    expectRejection(
      await at.caller.raw('/v3/payin', { ...snake, sign: digest('demo-mch-secret') }),
      401,
      'wrong_key_type',
    );
  });

  it.each([
    ['mchId', { mchId: 'DEMO1001', merchant_order_no: 'A', amount: '500.00' }],
    ['mchOrderNo', { merchant_id: 'DEMO1001', mchOrderNo: 'A', amount: '500.00' }],
    ['both', { mchId: 'DEMO1001', mchOrderNo: 'A', amount: '500.00' }],
    ['mchId and its alias', { ...snake, mchId: 'DEMO1001' }],
    ['mchOrderNo and its alias', { ...snake, mchOrderNo: 'A' }],
  ])(
    'the gateway rejects the alternative signature with %s in camelCase [spec:payin.alternative-sign] [reading:params.alternative-sign]',
    async (_what, params) => {
      expectRejection(
        await at.caller.raw('/v3/payin', { ...params, sign: digest() }),
        401,
        'invalid_signature',
      );
    },
  );

  it('the gateway rejects the alternative signature if the request contains notifyUrl [spec:payin.alternative-sign] [reading:params.alternative-sign]', async () => {
    for (const sign of [digest(), digest('demo-mch-key', callback_url)]) {
      const answer = await at.caller.raw('/v3/payin', { ...snake, notifyUrl: callback_url, sign });
      expectRejection(answer, 401, 'invalid_signature');
    }
  });

  it.each(v3Calls.filter(({ name }) => name !== 'payin'))(
    'the gateway rejects the alternative signature for $name [spec:payin.alternative-sign]',
    async ({ name }) => {
      for (const key of ['demo-mch-key', 'demo-mch-secret']) {
        const params = { ...snake, upiId: 'asha@okhdfcbank', sign: digest(key) };
        expectRejection(await at.caller.raw(`/v3/${name}`, params), 401, 'invalid_signature');
      }
    },
  );
}
