import { describe, expect, it } from 'vitest';
import {
  createCallbackHandler,
  createMemoryStore,
  createPostgresStore,
  createRedisStore,
  createSqliteStore,
} from '../src/callbacks.ts';
import { ConfigurationError, GatewayClient } from '../src/index.ts';
import { openTelemetryHooks } from '../src/opentelemetry.ts';
import { signedCallback } from '../src/testing.ts';
import { credentials, payinData, stubFetch, success } from './support/stub-fetch.ts';

const loose = (value: unknown) => value as never;
const { mchId, mchKey, mchSecret } = credentials;
const keys = { mchId, mchKey, mchSecret };
const { fetch } = stubFetch(success(payinData));
const client = new GatewayClient({ ...credentials, fetch });

/** A function with options: its options, and those of the wrong values that an option allows. */
const constructors: Readonly<
  Record<string, [make: (options: object) => unknown, valid: Readonly<Record<string, readonly unknown[]>>]>
> = {
  GatewayClient: [
    (options) => new GatewayClient(loose({ ...credentials, ...options })),
    {
      ...{ baseUrl: [], legacyBaseUrl: [], mchId: [], mchKey: [], mchSecret: [], timeout: [], deadline: [] },
      ...{ maxRetries: [0], backoff: [0], maxRetryAfter: [0], requestsPerMinute: [], fetch: [] },
      hooks: [{}],
    },
  ],
  'GatewayClient.fromEnv': [
    (options) => GatewayClient.fromEnv(loose({ ...credentials, ...options })),
    { maxRetries: [0], fetch: [], hooks: [{}] },
  ],
  'a callback handler': [
    (options) => createCallbackHandler(loose({ ...keys, ...options })),
    {
      ...{ mchId: [], mchKey: [], mchSecret: [], onPayin: [], onPayout: [], onLink: [], onTest: [] },
      ...{ onUnhandled: [], store: [], confirm: [], confirmRequestsPerMinute: [], onError: [], hooks: [{}] },
    },
  ],
  'the hooks of a client': [
    (hooks) => new GatewayClient(loose({ ...credentials, hooks })),
    { beforeAttempt: [], afterAttempt: [], beforeRetry: [], aroundCall: [], aroundAttempt: [] },
  ],
  'the hooks of a handler': [
    (hooks) => createCallbackHandler(loose({ ...keys, hooks })),
    { aroundCallback: [] },
  ],
  createMemoryStore: [(options) => createMemoryStore(options), { maxKeys: [] }],
  createPostgresStore: [
    (options) => createPostgresStore(loose({ query: () => {} }), loose(options)),
    { lease: [], table: [] },
  ],
  createSqliteStore: [
    (options) => createSqliteStore(loose({ prepare: () => {} }), loose(options)),
    { lease: [], table: [], now: [] },
  ],
  createRedisStore: [
    (options) => createRedisStore(loose({ eval: () => {} }), loose(options)),
    { lease: [], keepFor: [], prefix: [''] },
  ],
  signedCallback: [(options) => signedCallback('payin', keys, {}, loose(options)), { format: [] }],
  openTelemetryHooks: [(options) => openTelemetryHooks(loose(options)), { tracerProvider: [] }],
  'payins.create': [
    (options) => client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00' }, loose(options)),
    { signal: [], timeout: [], deadline: [], maxRetries: [0] },
  ],
  'payouts.create': [
    (options) => client.payouts.create({ mchOrderNo: 'W', amount: '1.00', upiId: 'a@b' }, loose(options)),
    { onUnknown: [] },
  ],
  'payins.waitForFinal': [
    (options) => client.payins.waitForFinal({ orderNo: payinData.orderNo }, loose(options)),
    { deadline: [], interval: [], signal: [], onQuery: [] },
  ],
};

const wrong = [Number.NaN, 0, -1, 1.5, Number.POSITIVE_INFINITY, null, '', {}, [], true, () => {}];
const options = Object.entries(constructors).flatMap(([name, [make, valid]]) =>
  Object.entries(valid).map(([option, values]) => ({ name, make, option, values })),
);

describe('an option', () => {
  it.each(options)('$name rejects a wrong $option', async ({ make, option, values }) => {
    const isFunction = /^(on[A-Z]|around|before|after|fetch|now)/.test(option) && option !== 'onUnknown';
    for (const value of wrong) {
      const isValid = values.some((one) => JSON.stringify(one) === JSON.stringify(value));
      if (isValid || (isFunction && typeof value === 'function')) continue;
      const made = async () => make({ [option]: value });
      await expect(made(), `${option}: ${String(value)}`).rejects.toBeInstanceOf(ConfigurationError);
    }
  });

  it.each(options)('$name names the option $option if it is misspelt', async ({ make, option }) => {
    for (const misspelt of [option.toUpperCase(), `${option}s`, option.slice(0, -1)]) {
      const made = async () => make({ [misspelt]: 1 });
      await expect(made()).rejects.toThrow(`has no option ${misspelt} (Did you mean ${option}`);
    }
  });

  it.each([
    ['retries', 'maxRetries'],
    ['onPayIn', 'onPayin'],
    ['Store', 'store'],
    ['confirmWith', 'confirm'],
  ])('the error for %s names %s', (misspelt, option) => {
    const make = misspelt === 'retries' ? constructors['GatewayClient'] : constructors['a callback handler'];
    expect(() => make?.[0]({ [misspelt]: () => {} })).toThrow(`${misspelt} (Did you mean ${option}?)`);
  });
});

it.each([
  () => createMemoryStore(loose(null)),
  () => createRedisStore(loose({ eval: () => {} }), loose(null)),
  () => createPostgresStore(loose({ query: () => {} }), loose(null)),
  () => createSqliteStore(loose({ prepare: () => {} }), loose(null)),
  () => signedCallback('payin', keys, {}, loose(null)),
  () => openTelemetryHooks(loose(null)),
])('the function %# rejects null instead of options', (make) => {
  expect(make).toThrow(ConfigurationError);
});
