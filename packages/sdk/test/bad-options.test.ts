import { describe, expect, it } from 'vitest';
import { ConfigurationError, GatewayClient } from '../src/index.ts';
import { credentials, payinData, stubFetch, success } from './support/stub-fetch.ts';

// Values that JavaScript or a cast can pass. The client must send nothing, and throw only a GatewayError.

const order = { mchOrderNo: 'ORDER-1', amount: '500.00' };
const payout = { mchOrderNo: 'W-1', amount: '1000.00', upiId: 'asha@okhdfcbank' };
const loose = (value: unknown) => value as never;

describe('invalid options', () => {
  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'https://gateway.example'],
    ['a fetch that is not a function', { ...credentials, fetch: 5 }],
    ['hooks that are not an object', { ...credentials, hooks: 5 }],
    ['a hook that is not a function', { ...credentials, hooks: { afterAttempt: 'log' } }],
  ])('new GatewayClient throws a ConfigurationError for %s', (_name, options) => {
    expect(() => new GatewayClient(loose(options))).toThrow(ConfigurationError);
  });

  it('fromEnv throws a ConfigurationError for null', () => {
    expect(() => GatewayClient.fromEnv(loose(null))).toThrow(ConfigurationError);
  });

  it.each<[string, (client: GatewayClient) => Promise<unknown>]>([
    ['null', ({ payins }) => payins.create(order, loose(null))],
    ['null for a payout', ({ payouts }) => payouts.create(payout, loose(null))],
    ['null for the balance', ({ balance }) => balance.retrieve(loose(null))],
    ['a string', ({ payins }) => payins.retrieve({ mchOrderNo: 'ORDER-1' }, loose('fast'))],
    ['a signal that is an object', ({ payins }) => payins.create(order, { signal: loose({}) })],
    ['a signal that is a string', ({ payins }) => payins.create(order, { signal: loose('x') })],
    [
      'a controller instead of a signal',
      ({ payins }) => payins.create(order, { signal: loose(new AbortController()) }),
    ],
    ['null for a wait', ({ payins }) => payins.waitForFinal({ orderNo: 'P1' }, loose(null))],
    [
      'a wrong signal for a wait',
      ({ payins }) => payins.waitForFinal({ orderNo: 'P1' }, { signal: loose({}) }),
    ],
    ['a wrong onQuery', ({ payins }) => payins.waitForFinal({ orderNo: 'P1' }, { onQuery: loose(1) })],
  ])('a call rejects with a ConfigurationError for the options %s', async (_name, call) => {
    const { fetch, sent } = stubFetch(success(payinData));
    const error = await call(new GatewayClient({ ...credentials, fetch })).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ outcome: 'not_sent', attempts: 0 });
    expect(sent).toHaveLength(0);
  });
});

describe('an invalid fetch', () => {
  it.each<[string, () => unknown]>([
    ['returns nothing', () => undefined],
    ['returns an object', () => ({ status: 200 })],
    ['throws immediately', () => thrown(new Error('no'))],
    ['throws undefined', () => thrown(undefined)],
    ['throws a symbol', () => thrown(Symbol(credentials.mchKey))],
    [
      'throws an object without a string form',
      () => thrown(Object.assign(Object.create(null), { key: credentials.mchKey })),
    ],
    ['throws an object that cannot be inspected', () => thrown(unshowable())],
    ['returns a body that was read', () => used()],
  ])(
    'a call with a fetch that %s rejects with a ConnectionError whose outcome is unknown',
    async (_name, fetch) => {
      const client = new GatewayClient({ ...credentials, fetch: loose(fetch), maxRetries: 0 });
      const error = await client.payins.create(order).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', attempts: 1 });
      expect(JSON.stringify(error) + String((error as Error).cause?.toString())).not.toContain(
        credentials.mchKey,
      );
    },
  );

  it('a call cancels the body of a response that arrives after the call has ended', async () => {
    let answer = (_response: Response) => {};
    let cancelled = () => {};
    const wasCancelled = new Promise<void>((resolve) => {
      cancelled = resolve;
    });
    const fetch = () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      });
    const client = new GatewayClient({ ...credentials, fetch, timeout: 1, maxRetries: 0 });
    await expect(client.payins.create(order)).rejects.toMatchObject({ name: 'TimeoutError' });
    answer(new Response(new ReadableStream({ cancel: () => cancelled() })));
    await wasCancelled;
  });
});

function thrown(value: unknown): never {
  throw value;
}

function unshowable(): object {
  return {
    [Symbol.for('nodejs.util.inspect.custom')]: () => thrown(new Error('not to be looked at')),
  };
}

async function used(): Promise<Response> {
  const response = success(payinData);
  await response.text();
  return response;
}
