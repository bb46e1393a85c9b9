import { payinCreated } from '@inrgate/sdk/internal';
import { sign } from '@inrgate/sdk/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { booksOf, expectRejection, expectSuccess } from './expect.ts';
import { gatewayPerTest, type Open, type Site } from './gateway-per-test.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** spec: Limits, Request body; reading:order.3 and reading:order.5. */
export function bodyContract(open: Open): void {
  describe('request body', () => {
    bodySizesContract(open);
    describe('unreadable body', () => {
      const at = gatewayPerTest(open);
      changesNothing(at);
      unreadable(at);
    });
    describe('unusual readable body', () => readable(gatewayPerTest(open)));
  });
}

/** spec: Limits, Request body; reading:order.3. */
export function bodySizesContract(open: Open): void {
  describe('body size', () => sizes(gatewayPerTest(open)));
}

/** Checks that no test of the block has changed orders, wallets or the journal. */
function changesNothing(at: Site): void {
  let before: unknown;
  beforeEach(async () => {
    before = await booksOf(at.gateway);
  });
  afterEach(async () => expect(await booksOf(at.gateway)).toEqual(before));
}

/** Creates a signed pay-in of exactly `bytes` bytes. The padding characters have three bytes. */
function sized(bytes: number, contentType: string): string {
  const render = (padding: string) => {
    const params = { mchId: 'DEMO1001', mchOrderNo: 'A', amount: '500.00', padding };
    const signed = { ...params, sign: sign(params, 'demo-mch-key') };
    return contentType === json ? JSON.stringify(signed) : formText(signed);
  };
  const left = bytes - Buffer.byteLength(render(''));
  return render('€'.repeat(Math.floor(left / 3)) + 'x'.repeat(left % 3));
}

/** Writes a form without optional escapes, so its length in bytes differs from its length in characters. */
function formText(params: Readonly<Record<string, string>>): string {
  return Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function sizes(at: Site): void {
  describe.each([json, form])('%s', (contentType) => {
    const headers = { 'content-type': contentType };

    it.each([65_535, 65_536])(
      'the v3 API accepts a body of %d bytes [spec:limits.body] [reading:order.3]',
      async (bytes) => {
        const body = sized(bytes, contentType);
        expect(Buffer.byteLength(body)).toBe(bytes);
        expectSuccess(await at.caller.bytes('/v3/payin', body, headers), payinCreated);
      },
    );

    it('the v3 API rejects a body of 65,537 bytes, even if the body has fewer characters [spec:limits.body] [spec:errors.payload_too_large] [reading:order.3]', async () => {
      const body = sized(65_537, contentType);
      expect(body.length).toBeLessThan(65_536);
      const before = await booksOf(at.gateway);
      expectRejection(await at.caller.bytes('/v3/payin', body, headers), 413, 'payload_too_large');
      expectRejection(
        await at.caller.bytes('/v3/payin', 'x'.repeat(5_000_000), headers),
        413,
        'payload_too_large',
      );
      expect(await booksOf(at.gateway)).toEqual(before);
    });

    it.each([
      [65_535, 200],
      [65_536, 200],
      [65_537, 413],
    ])(
      'a request whose body of %d bytes arrives in pieces returns %d [spec:limits.body] [reading:order.3]',
      async (bytes, status) => {
        const body = piecesOf(Buffer.from(sized(bytes, contentType)));
        const answer = await at.caller.request('/v3/payin', {
          method: 'POST',
          headers,
          body,
          duplex: 'half',
        });
        expect(answer.status).toBe(status);
      },
    );
  });

  it('every v3 endpoint rejects a body over the limit [spec:limits.body]', async () => {
    const headers = { 'content-type': json };
    for (const name of ['payin', 'payout', 'check-order-status', 'check-gateway-balance.php']) {
      const answer = await at.caller.bytes(`/v3/${name}`, 'x'.repeat(65_537), headers);
      expectRejection(answer, 413, 'payload_too_large');
    }
  });
}

/** Splits bytes into pieces that cut characters. */
function piecesOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.byteLength) return controller.close();
      controller.enqueue(bytes.subarray(at, at + 1001));
      at += 1001;
    },
  });
}

const order = '"mchId":"DEMO1001","mchOrderNo":"A","amount":"500.00"';
const signature = `"sign":"${'A'.repeat(32)}"`;
const formOrder = `mchId=DEMO1001&mchOrderNo=A&amount=500.00&sign=${'A'.repeat(32)}`;
const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));

const brokenJson: readonly (readonly [string, string | Uint8Array<ArrayBuffer>])[] = [
  ['an empty body', ''],
  ['white space', ' \n '],
  ['an array', `[{${order},${signature}}]`],
  ['a string', '"mchId"'],
  ['a number', '500.00'],
  ['null', 'null'],
  ['true', 'true'],
  ['half an object', `{${order}`],
  ['two objects', `{${order},${signature}}{}`],
  ['text after the object', `{${order},${signature}} x`],
  ['a trailing comma', `{${order},${signature},}`],
  ['single quotes', "{'mchId':'DEMO1001'}"],
  ['names without quotes', '{mchId:"DEMO1001"}'],
  ['a comment', `{${order},${signature}/* x */}`],
  ['NaN', `{${order},"extra":NaN,${signature}}`],
  ['a number with leading zeros', `{${order},"extra":007,${signature}}`],
  ['a hexadecimal number', `{${order},"extra":0x1F,${signature}}`],
  ['a plus before a number', `{${order},"extra":+1,${signature}}`],
  ['an unknown escape', `{${order},"extra":"\\x41",${signature}}`],
  ['a line break in a string', `{${order},"extra":"a\nb",${signature}}`],
  ['a NUL in a string', `{${order},"extra":"a\u0000b",${signature}}`],
  ['a NUL at the end', `{${order},${signature}}\u0000`],
  ['a byte order mark', `\uFEFF{${order},${signature}}`],
  ['a repeated name', `{${order},"amount":"500.00",${signature}}`],
  ['a repeated name with another value', `{${order},"amount":"600.00",${signature}}`],
  ['a repeated name, once escaped', `{${order},"\\u0061mount":"600.00",${signature}}`],
  ['a repeated sign', `{${order},${signature},${signature}}`],
  ['a repeated unknown name', `{${order},"x":"1","x":"1",${signature}}`],
  ['a repeated empty name', `{${order},"":"1","":"1",${signature}}`],
  ['a repeated __proto__', `{${order},"__proto__":"1","__proto__":"1",${signature}}`],
  ['an object as a value', `{${order},"extra":{"a":"b"},${signature}}`],
  ['an array as a value', `{${order},"extra":["a"],${signature}}`],
  ['an empty array as a value', `{${order},"extra":[],${signature}}`],
  ['an object for __proto__', `{${order},"__proto__":{"admin":true},${signature}}`],
  ['an object for mchId', `{"mchId":{"$ne":""},${signature}}`],
  ['an array for sign', `{${order},"sign":["A"]}`],
  ['32,000 brackets', `{${order},"extra":${'['.repeat(32_000)}`],
  ['32,000 nested arrays', '['.repeat(16_000) + ']'.repeat(16_000)],
  ['32,000 nested objects', '{"a":'.repeat(13_000)],
  ['half a surrogate pair', `{${order},"extra":"\\ud83d",${signature}}`],
  ['the other half of a surrogate pair', `{${order},"extra":"\\ude00",${signature}}`],
  ['the reversed halves of a surrogate pair', `{${order},"extra":"\\ude00\\ud83d",${signature}}`],
  ['half a surrogate pair in a name', `{${order},"\\ud83d":"x",${signature}}`],
  ['a byte that is invalid in UTF-8', bytes(`{${order},"extra":"`, 0xff, `",${signature}}`)],
  ['a character cut short', bytes(`{${order},"extra":"`, 0xe2, 0x82, `",${signature}}`)],
  ['an overlong form', bytes(`{${order},"extra":"`, 0xc0, 0xaf, `",${signature}}`)],
  ['a surrogate in UTF-8', bytes(`{${order},"extra":"`, 0xed, 0xa0, 0x80, `",${signature}}`)],
  ['Latin-1', bytes(`{${order},"extra":"`, 0xe9, `",${signature}}`)],
  ['UTF-16', Buffer.from(`{${order},${signature}}`, 'utf16le')],
  ['a form', formOrder],
  ['HTML', '<html><body>Bad gateway</body></html>'],
  ['gzip', bytes(0x1f, 0x8b, 0x08, 0x00)],
];

const brokenForms: readonly (readonly [string, string | Uint8Array<ArrayBuffer>])[] = [
  ['a broken escape', `${formOrder}&extra=%zz`],
  ['a percent sign at the end', `${formOrder}&extra=%`],
  ['half an escape', `${formOrder}&extra=%4`],
  ['a broken escape in a name', `${formOrder}&%zz=1`],
  ['the escape of a byte that is invalid in UTF-8', `${formOrder}&extra=%ff`],
  ['the escape of a surrogate', `${formOrder}&extra=%ed%a0%80`],
  ['a raw byte that is invalid in UTF-8', bytes(`${formOrder}&extra=`, 0xff)],
  ['a repeated name', `${formOrder}&amount=500.00`],
  ['a repeated name, once escaped', `${formOrder}&%61mount=500.00`],
  ['a repeated name, once empty', `${formOrder}&extra=&extra=x`],
  ['a repeated sign', `${formOrder}&sign=${'A'.repeat(32)}`],
  ['an array', `${formOrder}&a[]=1`],
  ['an empty array', `${formOrder}&a[]=`],
  ['an escaped array', `${formOrder}&a%5B%5D=1`],
  ['an object', `${formOrder}&a[b]=1`],
  ['an object for mchId', 'mchId[$ne]=&sign=A'],
  ['a byte order mark', `\uFEFF${formOrder}`],
];

const otherContentTypes = [
  'text/plain',
  'text/json',
  'application/xml',
  'application/jsonp',
  'application/json+x',
  'application/vnd.api+json',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/x-www-form-urlencoded; charset=iso-8859-1',
  'json',
  '*/*',
];

function unreadable(at: Site): void {
  it.each(brokenJson)(
    'the v3 API rejects a JSON body with %s [reading:order.5] [spec:errors.invalid_request]',
    async (_what, body) => {
      expectRejection(
        await at.caller.bytes('/v3/payin', body, { 'content-type': json }),
        400,
        'invalid_request',
      );
      expectRejection(
        await at.caller.bytes('/v3/payout', body, { 'content-type': json }),
        400,
        'invalid_request',
      );
    },
  );

  it.each(brokenForms)(
    'the v3 API rejects a form body with %s [reading:order.5] [spec:errors.invalid_request]',
    async (_what, body) => {
      expectRejection(
        await at.caller.bytes('/v3/payin', body, { 'content-type': form }),
        400,
        'invalid_request',
      );
      expectRejection(
        await at.caller.bytes('/v3/payout', body, { 'content-type': form }),
        400,
        'invalid_request',
      );
    },
  );

  it.each(otherContentTypes)(
    'the v3 API rejects a body with the content type %s [reading:order.5] [spec:conventions.bodies] [spec:errors.invalid_request]',
    async (type) => {
      const isForm = type.includes('urlencoded');
      expectRejection(
        await at.caller.payin({}, { form: isForm, headers: { 'content-type': type } }),
        400,
        'invalid_request',
      );
    },
  );

  it('the v3 API rejects a body without a content type [reading:order.5]', async () => {
    const body = new Blob([`{${order},${signature}}`]);
    expectRejection(await at.caller.request('/v3/payin', { method: 'POST', body }), 400, 'invalid_request');
    expectRejection(await at.caller.request('/v3/payin', { method: 'POST' }), 400, 'invalid_request');
  });

  it.each(['mchId', 'sign'])(
    'the v3 API rejects a body if %s is absent, empty or null [reading:order.6] [spec:errors.invalid_request]',
    async (name) => {
      const params = { mchId: 'DEMO1001', mchOrderNo: 'A', amount: '500.00', sign: 'A'.repeat(32) };
      const { [name as 'sign']: _gone, ...others } = params;
      for (const missing of [others, { ...others, [name]: '' }, { ...others, [name]: null }]) {
        expectRejection(await at.caller.raw('/v3/payin', missing), 400, 'invalid_request');
      }
      expectRejection(await at.caller.raw('/v3/payin', others, { form: true }), 400, 'invalid_request');
      expectRejection(
        await at.caller.bytes('/v3/payin', '{}', { 'content-type': json }),
        400,
        'invalid_request',
      );
      expectRejection(
        await at.caller.bytes('/v3/payin', '', { 'content-type': form }),
        400,
        'invalid_request',
      );
    },
  );

  const amounts = [
    ...['0', '0.00', '-1', '-1.00', '+500.00', '1e2', '5e2', '5E2', '1.005', '500', '500.', '.50', '500.0'],
    ...[
      '500.000',
      '0500.00',
      '00.50',
      ' 500.00',
      '500.00 ',
      '500.00\n',
      '5 00.00',
      '1,00',
      '1,000.00',
      '500,00',
    ],
    ...['５００.００', '٥٠٠.٠٠', '५००.००', '500．00', '9007199254740992', '1_000.00', '0x1F4', '0b1', 'NaN'],
    ...[
      'Infinity',
      '₹500.00',
      '500.00 INR',
      '500.00\u0000',
      '500.00\u200b',
      '−500.00',
      'five',
      '1/2',
      '500.00.00',
    ],
  ];
  it.each(amounts)(
    'the v3 API rejects a body with the amount %j [reading:params.amount] [spec:conventions.amounts] [spec:errors.invalid_amount]',
    async (amount) => {
      expectRejection(await at.caller.payin({ amount }), 422, 'invalid_amount');
      expectRejection(await at.caller.payin({ amount }, { form: true }), 422, 'invalid_amount');
      expectRejection(await at.caller.payout({ amount }), 422, 'invalid_amount');
    },
  );

  it.each(['500.00', '500', '5e2', '0', '-1', 'true', 'false'])(
    'the v3 API rejects a body with the amount as the JSON literal %s [reading:params.amount] [spec:conventions.amounts] [spec:errors.invalid_amount]',
    async (literal) => {
      for (const [name, key, rest] of [
        ['payin', 'demo-mch-key', {}],
        ['payout', 'demo-mch-secret', { upiId: 'asha@okhdfcbank' }],
      ] as const) {
        const params = { mchId: 'DEMO1001', mchOrderNo: 'A', ...rest };
        const signed = JSON.stringify({ ...params, sign: sign({ ...params, amount: literal }, key) });
        const body = `${signed.slice(0, -1)},"amount":${literal}}`;
        expectRejection(
          await at.caller.bytes(`/v3/${name}`, body, { 'content-type': json }),
          422,
          'invalid_amount',
        );
      }
    },
  );
}

function readable(at: Site): void {
  const signed = (params: Readonly<Record<string, string>>) => ({
    ...params,
    sign: sign(params, 'demo-mch-key'),
  });
  const params = { mchId: 'DEMO1001', mchOrderNo: 'A', amount: '500.00' };

  it('parameter names such as __proto__ and constructor are signed but otherwise ignored [reading:params.unknown-signed]', async () => {
    const names = new Map(
      ['__proto__', 'constructor', 'prototype', 'hasOwnProperty'].map((name) => [name, 'x']),
    );
    const signature = sign(new Map([...Object.entries(params), ...names]), 'demo-mch-key');
    const odd = [...names.keys()].map((name) => `"${name}":"x"`).join();
    const body = `{${odd},"sign":"${signature}",${JSON.stringify(params).slice(1)}`;
    expectSuccess(await at.caller.bytes('/v3/payin', body, { 'content-type': json }), payinCreated);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
    expect(String({})).toBe('[object Object]');
  });

  it('the v3 API accepts a JSON body with white space around every token [reading:order.5]', async () => {
    const body = JSON.stringify(signed(params), null, '\t ').replaceAll('\n', '\r\n');
    expectSuccess(
      await at.caller.bytes('/v3/payin', `\n ${body} \r\n`, { 'content-type': json }),
      payinCreated,
    );
  });

  it('the v3 API accepts a body with an escaped surrogate pair [reading:params.signed-text]', async () => {
    const body = JSON.stringify(signed({ ...params, extra: '😀' })).replace('😀', '\\uD83D\\uDE00');
    const answer = await at.caller.bytes('/v3/payin', body, { 'content-type': json });
    expect(expectSuccess(answer, payinCreated).extra).toBe('😀');
  });

  it('the v3 API accepts a form body with empty pairs [reading:order.5]', async () => {
    const body = `&&${formText(signed(params))}&&`;
    expectSuccess(await at.caller.bytes('/v3/payin', body, { 'content-type': form }), payinCreated);
  });

  it('the v3 API accepts a body with hundreds of parameters [reading:params.unknown-signed]', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, String(index)]));
    expectSuccess(await at.caller.raw('/v3/payin', signed({ ...params, ...many })), payinCreated);
  });

  it('the v3 API ignores a query in the URL [spec:conventions.bodies]', async () => {
    const answer = await at.caller.raw('/v3/payin?mchId=OTHER&amount=1.00&sign=x', signed(params));
    expect(expectSuccess(answer, payinCreated).amount).toBe('500.00');
  });
}
