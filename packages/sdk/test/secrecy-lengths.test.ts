import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  ConfigurationError,
  GatewayClient,
  isConfigurationError,
  isGatewayError,
  type PayoutCreateParams,
} from '../src/index.ts';
import { credentials, json } from './support/stub-fetch.ts';

// For any length and alphabet of an argument, a call must fail with a GatewayError. The error contains an outcome, but
// no key, signature or personal data.

const alphabets: Readonly<Record<string, string>> = {
  letters: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digits: '0123456789',
  'characters of patterns': '\\^$.*+?()[]{}|/-abc',
  'characters that are escaped': `&<>"'%#;/+ =u0`,
  'control characters': '\n\r\t\b\f\u0001\u001b\u007fxyz',
  'letters of India': 'आशानीलाकुमारबालக',
  'characters beyond 16 bits': '😀😃𝒜𝒷🏦',
};

/** Creates a reproducible string of one alphabet, in which no part repeats soon. */
function textOf(alphabet: string, length: number): string {
  const characters = [...alphabet];
  let seed = length + 1;
  let text = '';
  while (text.length < length) {
    seed = (seed * 48_271) % 2_147_483_647;
    text += characters[seed % characters.length] ?? '';
  }
  return text;
}

/** Ways in which a server can repeat a string: as it is, in JSON, in a URL and in a form. */
const writings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => encodeURIComponent(text),
  (text) => new URLSearchParams({ text }).toString().slice(5),
];

/** Every way in which an attempt can fail. Each failure contains the whole request. */
const failures: Readonly<Record<string, (echo: string) => Response | Promise<Response>>> = {
  'a rejection': (echo) => json({ code: 422, success: false, message: echo, error: 'x' }, { status: 422 }),
  'a rejection with an unknown code': (echo) =>
    json({ code: 422, success: false, message: '', error: echo }, { status: 422 }),
  'a page of a proxy': (echo) => new Response(`<pre>${echo}</pre>`, { status: 504 }),
  'a page that is not the API’s': (echo) => new Response(echo),
  'a redirect': (echo) => new Response(echo, { status: 302, headers: { location: 'https://x.example/' } }),
  'a connection that breaks': (echo) =>
    Promise.reject(Object.assign(new TypeError(echo, { cause: new Error(echo) }), { code: echo })),
  'a text that is thrown': (echo) => Promise.reject(echo),
};

/** Returns all output about an error that a log could contain. */
function shown(error: unknown): string {
  const text = error instanceof Error ? [error.message, error.stack, String(error)] : [];
  const options = { depth: 9, showHidden: true, maxStringLength: null };
  return [...text, JSON.stringify(error), inspect(error, options)].join('\n');
}

/** Returns parts by which the string can be recognized: its beginning, middle and end. */
function partsOf(text: string): readonly string[] {
  const size = Math.min(32, text.length);
  return [0, Math.floor((text.length - size) / 2), text.length - size].map((at) => {
    // Omit half of a surrogate pair.
    return [...text.slice(at, at + size)].filter((unit) => unit.isWellFormed()).join('');
  });
}

/** Returns the error of a payout after failures that contain the request in each form. */
async function errorOf(failure: (echo: string) => Response | Promise<Response>, value: string) {
  const secrets: string[] = [];
  const fetch = async (request: Request) => {
    const sent = JSON.parse(await request.text()) as Record<string, string>;
    secrets.push(
      ...['accountName', 'upiId', 'usdtAddress', 'accountNumber', 'sign'].flatMap((name) => sent[name] ?? []),
    );
    return failure(secrets.flatMap((secret) => writings.map((write) => write(secret))).join(' | '));
  };
  const client = new GatewayClient({ ...credentials, fetch, maxRetries: 0 });
  const params = {
    ...{ mchOrderNo: 'W-1', amount: '1000.00', bankCode: 'HDFC', ifsc: 'HDFC0001234' },
    ...{ accountName: value, accountNumber: '001234567890', upiId: `x${value}`, usdtAddress: `T${value}` },
  };
  const error = await client.payouts.create(params as unknown as PayoutCreateParams).then(
    () => expect.unreachable(),
    (thrown: unknown) => thrown,
  );
  return { error, secrets };
}

describe.each(Object.entries(alphabets))('an argument of %s', (_name, alphabet) => {
  it.each(Object.entries(failures))(
    'an argument does not appear in the error after %s, at any length',
    async (_failure, failure) => {
      for (const length of [8, 64, 200, 2_000]) {
        const { error, secrets } = await errorOf(failure, textOf(alphabet, length));
        expect(isGatewayError(error)).toBe(true);
        expect(['rejected', 'unknown']).toContain((error as { outcome?: string }).outcome);
        const text = shown(error);
        for (const part of secrets.flatMap(partsOf)) {
          for (const write of writings) expect(text).not.toContain(write(part));
        }
      }
    },
  );

  it('the client rejects an argument longer than any allowed value before it sends the argument', async () => {
    const value = textOf(alphabet, 4_400);
    const { error } = await errorOf(() => expect.unreachable(), value);
    expect(isConfigurationError(error)).toBe(true);
    expect(error).toMatchObject({ outcome: 'not_sent', attempts: 0 });
    expect((error as Error).message).toMatch(/accountName .*4400 .*2048/);
    expect(shown(error)).not.toContain(value.slice(0, 8));
  });
});

it.each(['mchId', 'mchKey', 'mchSecret'])(
  'new GatewayClient rejects a %s longer than any allowed value',
  (name) => {
    const make = () => new GatewayClient({ ...credentials, [name]: 'k'.repeat(2_049) });
    expect(make).toThrow(ConfigurationError);
    expect(make).not.toThrow('kkk');
  },
);

describe('errors of a call', () => {
  const params = { mchOrderNo: 'W-1', amount: '1000.00', upiId: 'asha@okhdfcbank' };
  const throwing = (name: string) =>
    Object.defineProperty({ ...params }, name, {
      enumerable: true,
      get() {
        throw new RangeError('secret-1');
      },
    });

  it('a call with an unreadable argument throws a GatewayError', async () => {
    const client = new GatewayClient({ ...credentials, fetch: () => expect.unreachable() });
    const error = await client.payouts.create(throwing('upiId')).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'GatewayError', outcome: 'not_sent', attempts: 0 });
    expect((error as Error).message).toMatch(/could not read the arguments/);
    expect(shown(error)).not.toContain('secret-1');
  });

  it('a call whose signal fails after the first attempt throws a GatewayError', async () => {
    let isSent = false;
    const signal = Object.defineProperty(new AbortController().signal, 'aborted', {
      get() {
        if (isSent) throw new RangeError('secret-1');
        return false;
      },
    });
    const fetch = async () => {
      isSent = true;
      return new Response('', { status: 504 });
    };
    const client = new GatewayClient({ ...credentials, fetch, backoff: 0 });
    const error = await client.payouts.create(params, { signal }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'GatewayError', outcome: 'unknown', attempts: 1 });
    expect((error as Error).message).toMatch(/after the client had sent a request/);
    expect(shown(error)).not.toContain('secret-1');
  });

  it.each(['status', 'headers'] as const)(
    'a call that receives a response with unreadable %s throws a GatewayError',
    async (name) => {
      const fetch = async () =>
        Object.defineProperty(new Response(''), name, {
          get() {
            throw new RangeError(credentials.mchSecret);
          },
        });
      const client = new GatewayClient({ ...credentials, fetch, maxRetries: 0 });
      const error = await client.payouts.create(params).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', attempts: 1 });
      expect(shown(error)).not.toContain(credentials.mchSecret);
    },
  );

  it.each(['payins', 'payouts'] as const)(
    'waitForFinal of %s with unreadable options throws a GatewayError',
    async (kind) => {
      const client = new GatewayClient({ ...credentials, fetch: () => expect.unreachable() });
      const waits = [
        () => client[kind].waitForFinal(throwing('mchOrderNo')),
        () => client[kind].waitForFinal(params, throwing('deadline') as object),
      ];
      for (const wait of waits) {
        const error = await wait().catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ name: 'GatewayError', outcome: 'not_sent' });
      }
    },
  );
});
