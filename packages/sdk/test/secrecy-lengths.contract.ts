import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
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

/** Ways in which an error, a log or a server can write a string. */
const writings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  (text) => encodeURIComponent(text),
  (text) => new URLSearchParams({ text }).toString().slice(5),
  (text) => inspect(text, { maxStringLength: null, breakLength: Number.POSITIVE_INFINITY }).slice(1, -1),
  (text) => text.replace(/[^a-z0-9]/giu, (unit) => `&#${unit.codePointAt(0)};`),
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
export function shown(error: unknown): string {
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

/**
 * Checks the errors of calls with arguments of each alphabet.
 *
 * @param size the small form tries each failure with one alphabet. The full form tries every pair, with one more length
 */
export function secrecyContract(size: 'small' | 'full'): void {
  describe.each(Object.entries(alphabets))('an argument of %s', (name, alphabet) => {
    // The patterns of a long argument are expensive, and all alphabets use the same code.
    const lengths = [8, 64, 65, ...(name === 'letters' ? [2_000] : size === 'full' ? [200] : [])];
    const at = Object.keys(alphabets).indexOf(name);

    it.each(Object.entries(failures).filter((_, failure) => size === 'full' || failure === at))(
      'an argument does not appear in the error after %s, at any length',
      async (_failure, failure) => {
        for (const length of lengths) {
          const { error, secrets } = await errorOf(failure, textOf(alphabet, length));
          expect(isGatewayError(error)).toBe(true);
          expect(['rejected', 'unknown']).toContain((error as { outcome?: string }).outcome);
          const text = shown(error).toLowerCase();
          for (const part of secrets.flatMap(partsOf)) {
            for (const write of writings) expect(text).not.toContain(write(part).toLowerCase());
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
}
