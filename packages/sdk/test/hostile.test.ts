import { describe, expect, it } from 'vitest';
import { verifyCallback } from '../src/callbacks.ts';
import type { GatewayClient } from '../src/index.ts';
import { isCallbackVerificationError, isGatewayError } from '../src/index.ts';
import { sign } from '../src/protocol.ts';
import { signedCallback } from '../src/testing.ts';
import { clientWith, credentials, linkData, payinData, payoutData } from './support/stub-fetch.ts';

// Parsing blocks the process, and no timeout can end it. Even the longest string that the SDK reads must therefore take
// only milliseconds. Quadratic code would take ten seconds to half an hour.

/** Maximum microseconds of CPU time. CPU time, because other processes share the machine. */
const longest = 2_000_000;

async function expectQuick(work: () => unknown): Promise<void> {
  const used = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(used);
  expect(user + system).toBeLessThan(longest);
}

/** Creates nearly valid strings of about `length` characters. */
const texts: Readonly<Record<string, (length: number) => string>> = {
  'zeros and an x': (length) => `${'0'.repeat(length)}x`,
  'an amount with zeros and an x': (length) => `1.${'0'.repeat(length)}x`,
  digits: (length) => '9'.repeat(length),
  'an amount of many digits': (length) => `${'9'.repeat(length)}.00`,
  'decimal points': (length) => '.0'.repeat(length / 2),
  'white space and an x': (length) => `${' \t'.repeat(length / 2)}x`,
  'line breaks and control characters': (length) => '\n\u0000'.repeat(length / 2),
  slashes: (length) => `http:${'/'.repeat(length)}`,
  'signs that are escaped': (length) => '\\"%25&#'.repeat(length / 7),
  'beginnings of a key': (length) => credentials.mchKey.slice(0, -1).repeat(length / 11),
  'names of a field': (length) => '&status='.repeat(length / 8),
  semicolons: (length) => ';='.repeat(length / 2),
  'half surrogates': (length) => '\ud83d'.repeat(length),
};

type Call = (client: GatewayClient) => Promise<unknown>;

const calls: readonly (readonly [string, Call, object])[] = [
  ['payins.create', ({ payins }) => payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00' }), payinData],
  ['payins.retrieve', ({ payins }) => payins.retrieve({ mchOrderNo: 'ORDER-1' }), payinData],
  ['payouts.retrieve', ({ payouts }) => payouts.retrieve({ mchOrderNo: 'W-1' }), payoutData],
  ['balance.retrieve', ({ balance }) => balance.retrieve(), { balance: '1', available: '1', total: '1' }],
  ['links.retrieve', ({ links }) => links.retrieve({ linkCode: 'L7f3kQ2m9' }), linkData],
];

const size = 1_000_000;

async function answeredWith(call: Call, text: string, init: ResponseInit = {}): Promise<void> {
  const { client } = clientWith(new Response(text, init));
  await call(client).catch((error: unknown) => {
    if (!isGatewayError(error)) throw error;
  });
}

describe.each(calls)('a response of 1 MB to %s', (method, call, data) => {
  const names = Object.keys(data);

  it.each(Object.entries(texts))('the client reads a response of 1 MB quickly: %s', async (_what, text) => {
    const value = text(Math.floor(size / names.length / 2));
    const fields = Object.fromEntries(names.map((name) => [name, value]));
    const envelope = { code: value, success: true, ok: true, message: value, error: '', data: fields };
    await expectQuick(() => answeredWith(call, JSON.stringify(envelope)));
    // The calls of each version of the API read a rejection with the same code.
    if (!['payins.create', 'links.retrieve'].includes(method)) return;
    const failure = { code: 422, success: false, ok: false, message: value, error: value };
    await expectQuick(() => answeredWith(call, JSON.stringify(failure), { status: 422 }));
    await expectQuick(() => answeredWith(call, text(size), { status: 400 }));
  });
});

describe('a response of 1 MB', () => {
  const [[, call] = expect.unreachable()] = calls;

  it.each<[string, string]>([
    ['arrays in arrays', '['.repeat(size)],
    ['objects in objects', '{"data":'.repeat(size / 8)],
    ['complete nested arrays', `${'[1,'.repeat(size / 5)}1${']'.repeat(size / 5)}`],
    ['many fields', `{${Array.from({ length: size / 12 }, (_, at) => `"f${at}":1`).join()}}`],
    ['one repeated field', `{"success":true${',"amount":1'.repeat(size / 11)}}`],
    ['a number of many digits', `{"success":true,"data":{"amount":${'9'.repeat(size)}}}`],
    ['a number of many zeros', `{"success":true,"data":{"amount":1.${'0'.repeat(size)}}}`],
  ])('the client reads a nested or long response of 1 MB quickly: %s', async (_what, text) => {
    await expectQuick(() => answeredWith(call, text));
  });

  it.each(Object.entries(texts))(
    'the client reads a Retry-After of 1 MB quickly: %s',
    async (_what, text) => {
      for (const start of ['', 'Mon, ', 'Mon, 01 Jan 2026 ']) {
        const value = (start + text(size)).replace(/[^\t\x20-\x7e]/g, 'x');
        const init = { status: 422, headers: { 'retry-after': value } };
        await expectQuick(() => answeredWith(call, '{"success":false,"error":"upi_invalid"}', init));
      }
    },
  );
});

describe('a callback of 64 KB', () => {
  const verify = (body: string, contentType: string) => {
    try {
      verifyCallback(body, { ...credentials, contentType });
    } catch (error) {
      if (!isCallbackVerificationError(error)) throw error;
    }
  };
  const limit = 60_000;

  it.each(Object.entries(texts))(
    'verifyCallback verifies a callback of 64 KB quickly: %s in each field',
    async (_what, text) => {
      for (const kind of ['payin', 'payout', 'link'] as const) {
        const { sign: _old, ...fields } = JSON.parse(signedCallback(kind, credentials).body);
        const key = kind === 'payin' ? credentials.mchKey : credentials.mchSecret;
        for (const name of Object.keys(fields)) {
          const changed = { ...fields, [name]: text(limit).toWellFormed() };
          const signed = { ...changed, sign: sign(changed, key) };
          await expectQuick(() => verify(JSON.stringify(signed), 'application/json'));
          // A form has the same fields as JSON, so one kind covers its parser.
          if (kind !== 'payin') continue;
          const form = new URLSearchParams(signed).toString();
          await expectQuick(() => verify(form, 'application/x-www-form-urlencoded'));
        }
      }
    },
  );

  it.each(Object.entries(texts))(
    'verifyCallback rejects a callback of 64 KB quickly if it contains only %s',
    async (_what, text) => {
      for (const contentType of ['application/json', 'application/x-www-form-urlencoded']) {
        await expectQuick(() => verify(text(limit), contentType));
      }
    },
  );

  it.each(Object.entries(texts))(
    'verifyCallback rejects a content type of 100 KB quickly: %s',
    async (_what, text) => {
      const { body } = signedCallback('payin', credentials);
      for (const start of ['', 'application/json', 'application/json;', 'application/json; charset=']) {
        await expectQuick(() => verify(body, start + text(100_000)));
      }
    },
  );

  it('verifyCallback reads a callback with the maximum number of fields quickly', async () => {
    const many = Array.from({ length: limit / 16 }, (_, at) => [`f${at}`, 'a&b'] as const);
    const fields = { ...Object.fromEntries(many), link_code: 'L1', amount: '1.00', status: 'success' };
    const signed = { ...fields, sign: sign(fields, credentials.mchSecret) };
    await expectQuick(() => verify(JSON.stringify(signed), 'application/json'));
  });
});
