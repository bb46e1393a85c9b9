import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { GatewayClient, isGatewayError, type PayoutCreateParams } from '../src/index.ts';
import { destinations, payType } from '../src/internal.ts';
import { credentials, failure, json, networkError, type Reply, stubFetch } from './support/stub-fetch.ts';

const mchKey = 'kéy"<&>+ %/\\1';
const mchSecret = 'Secret.*(2)';
const destination = {
  accountName: 'Bala',
  accountNumber: '001234567890',
  ifsc: 'HDFC0001234',
  bankCode: 'HDFC',
};
const payout = { mchOrderNo: 'W-1', amount: '1000.00', ...destination };

/** Returns all output about an error that a log could contain. */
function shown(error: unknown): string {
  const text = error instanceof Error ? [error.message, error.stack, String(error)] : [];
  return [...text, JSON.stringify(error), inspect(error, { depth: 9, showHidden: true })].join('\n');
}

async function errorOf(reply: (sign: string) => Reply, call: (client: GatewayClient) => Promise<unknown>) {
  let sign = '';
  const { fetch } = stubFetch(async (request) => {
    const url = new URL(request.url);
    sign = url.searchParams.get('sign') ?? ((await request.json()) as { sign: string }).sign;
    const made = reply(sign);
    if (made instanceof Response) return made;
    throw made;
  });
  const client = new GatewayClient({ ...credentials, mchKey, mchSecret, fetch, maxRetries: 0 });
  const error = await call(client).catch((thrown: unknown) => thrown);
  expect(isGatewayError(error)).toBe(true);
  return { error, sign };
}

const writings = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  encodeURIComponent(secret).replaceAll('%20', '+'),
];

describe('secrets of the SDK', () => {
  const echoes = (sign: string) => [mchKey, mchSecret, sign].flatMap(writings).join(' | ');

  it.each([
    [
      'a message of the API',
      (text: string) => json({ code: 422, success: false, message: text, error: 'x' }, { status: 422 }),
    ],
    [
      'an error code',
      (text: string) => json({ code: 422, success: false, message: '', error: text }, { status: 422 }),
    ],
    ['a page of a proxy', (text: string) => new Response(`<pre>${text}</pre>`, { status: 502 })],
    ['a page cut at 2 KB', (text: string) => new Response('x'.repeat(2_040) + text)],
    ['an error of fetch', (text: string) => new TypeError(text, { cause: new Error(text) })],
    [
      'an error code of the system',
      (text: string) => Object.assign(new Error('failed'), { code: text, url: text }),
    ],
  ])('an error contains no key, signature or account number from %s', async (_name, reply) => {
    const { error, sign } = await errorOf(
      (signature) => reply(echoes(signature)),
      (client) => client.payouts.create(payout),
    );
    for (const secret of [mchKey, mchSecret, sign].flatMap(writings)) {
      expect(shown(error)).not.toContain(secret);
    }
    expect(shown(error)).not.toContain(sign.slice(0, 8));
  });

  it('an error of fetch does not contain the URL of a link query', async () => {
    const { error, sign } = await errorOf(
      (signature) =>
        new Error(`GET /link-status.php?api_key=${encodeURIComponent(mchKey)}&sign=${signature}`),
      (client) => client.links.retrieve({ linkCode: 'L1' }),
    );
    expect(shown(error)).not.toContain(sign);
    expect(shown(error)).not.toContain(encodeURIComponent(mchKey));
  });

  it('an error masks the beneficiary but keeps a known error code', async () => {
    const message = 'not enough for Bala, account 001234567890';
    const { error } = await errorOf(
      () => json({ code: 422, success: false, message, error: 'insufficient_balance' }, { status: 422 }),
      (client) => client.payouts.create(payout),
    );
    const masked = 'not enough for [redacted], account [redacted]';
    expect(error).toMatchObject({
      code: 'insufficient_balance',
      message: `payouts.create: 422 insufficient_balance: ${masked}`,
    });
    expect(shown(error)).not.toContain('001234567890');
    expect(shown(error)).not.toContain('for Bala');
  });
});

it.each(payType.options)(
  'an error contains no personal data of a payout to %s, even if the gateway repeats the data',
  async (kind) => {
    const fields = destinations[kind].map(({ name, example, personal }) => ({ name, example, personal }));
    const secrets = fields.filter(({ personal }) => personal !== 'none').map(({ example }) => example);
    const { error } = await errorOf(
      () => failure(422, `no: ${secrets.join(' | ')}`),
      (client) =>
        client.payouts.create({
          mchOrderNo: 'W-1',
          amount: '1000.00',
          ...Object.fromEntries(fields.map(({ name, example }) => [name, example])),
        } as PayoutCreateParams),
    );
    expect(error).toMatchObject({ name: 'ApiError' });
    expect(secrets).not.toEqual([]);
    for (const secret of secrets) expect(shown(error)).not.toContain(secret);
  },
);

it('an error of the query after a payout contains no field of the payout', async () => {
  const signs: string[] = [];
  const fetch = async (request: Request) => {
    signs.push(((await request.json()) as { sign: string }).sign);
    if (signs.length === 1) throw networkError('ECONNRESET');
    const message = `no: ${[...signs, destination.accountName, destination.accountNumber].join(' | ')}`;
    return json({ code: 422, success: false, message, error: 'x' }, { status: 422 });
  };
  const client = new GatewayClient({ ...credentials, mchKey, mchSecret, fetch, maxRetries: 1 });
  const error = await client.payouts
    .create(payout, { onUnknown: 'query' })
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ApiError', status: 422, outcome: 'unknown', attempts: 2 });
  expect(signs).toHaveLength(2);
  for (const secret of [...signs, 'Bala', '001234567890']) expect(shown(error)).not.toContain(secret);
});

it('a cause without a secret stays unchanged', async () => {
  const cause = new TypeError('fetch failed', {
    cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
  });
  const { error } = await errorOf(
    () => cause,
    (client) => client.payouts.create(payout),
  );
  expect((error as Error).cause).toBe(cause);
});

it('an error is serialized as plain data', async () => {
  const { error } = await errorOf(
    () => failure(429, 'rate_limited', { 'retry-after': '40' }),
    (client) => client.payouts.create(payout),
  );
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'ApiError',
    message: 'payouts.create: 429 rate_limited: about rate_limited',
    outcome: 'rejected',
    attempts: 1,
    code: 'rate_limited',
    status: 429,
    retryAfter: 40_000,
  });
});

it('an error message writes external text on one line', async () => {
  const { error } = await errorOf(
    () =>
      json(
        { code: 422, success: false, message: 'a\r\nERROR forged\u0007line', error: 'x' },
        { status: 422 },
      ),
    (client) => client.payouts.create(payout),
  );
  expect((error as Error).message).toBe('payouts.create: 422 x: a ERROR forged line');
});

it('an error message cuts an external code at 100 characters and a message at 500', async () => {
  const { error } = await errorOf(
    () =>
      json({ code: 422, success: false, message: 'm'.repeat(600), error: 'c'.repeat(200) }, { status: 422 }),
    (client) => client.payouts.create(payout),
  );
  expect((error as Error).message).toBe(`payouts.create: 422 ${'c'.repeat(100)}: ${'m'.repeat(500)}`);
});
