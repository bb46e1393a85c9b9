import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ClientOptions, ConfigurationError, GatewayClient } from '../src/index.ts';
import { credentials, stubFetch, success } from './support/stub-fetch.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const loose = (options: Record<string, unknown>) => options as unknown as ClientOptions;

describe('new GatewayClient', () => {
  it.each([
    ['no base URL', { baseUrl: undefined }, 'baseUrl'],
    ['a relative base URL', { baseUrl: '/v3' }, 'baseUrl'],
    [
      'a base URL of another scheme',
      { baseUrl: 'ftp://gateway.example' },
      'must be an absolute http or https URL',
    ],
    ['a base URL with a user', { baseUrl: 'https://me@gateway.example/v3' }, 'must not contain user info'],
    [
      'a base URL with a password',
      { baseUrl: 'https://:pass@gateway.example/v3' },
      'must not contain user info',
    ],
    ['a base URL with a query', { baseUrl: 'https://gateway.example/v3?a=1' }, 'a query or a fragment'],
    ['a base URL with a fragment', { baseUrl: 'https://gateway.example/v3#a' }, 'a query or a fragment'],
    ['a bad legacy base URL', { legacyBaseUrl: 'v1' }, 'legacyBaseUrl'],
    ['no merchant', { mchId: '' }, 'mchId is missing: set the option mchId, or INRGATE_MCH_ID for'],
    ['an empty key', { mchKey: '' }, 'mchKey is missing'],
    ['a blank merchant', { mchId: ' ' }, 'mchId is blank'],
    ['a merchant with a space', { mchId: ' DEMO1001' }, 'mchId begins or ends with white space'],
    ['a blank key', { mchKey: ' \t' }, 'mchKey is blank'],
    ['a key with a line break', { mchKey: 'pass-key\n' }, 'mchKey begins or ends with white space'],
    [
      'a secret with a space',
      { mchSecret: '\u00a0pass-secret' },
      'mchSecret begins or ends with white space',
    ],
    ['a key that is not a string', { mchSecret: 12 }, 'mchSecret must be a string'],
    ['a key without a UTF-8 form', { mchSecret: '\ud800' }, 'mchSecret must be a string'],
    ['a timeout of 0', { timeout: 0 }, 'timeout'],
    ['an endless timeout', { timeout: Number.POSITIVE_INFINITY }, 'timeout'],
    ['a deadline above the timer limit', { deadline: 2 ** 31 }, 'deadline'],
    ['a fractional maxRetries', { maxRetries: 0.5 }, 'maxRetries'],
    ['a negative maxRetries', { maxRetries: -1 }, 'maxRetries'],
    ['a string instead of a number', { maxRetryAfter: '5' }, 'maxRetryAfter'],
    ['a demo key for another machine', { mchKey: 'demo-mch-key' }, 'mchKey is the demo key'],
    ['a demo secret for another machine', { mchSecret: 'demo-mch-secret' }, 'mchSecret is the demo key'],
  ])('new GatewayClient rejects %s', (_name, options, about) => {
    const make = () => new GatewayClient(loose({ ...credentials, ...options }));
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(about);
    expect(make).not.toThrow('pass');
  });

  it('new GatewayClient throws in a browser', () => {
    vi.stubGlobal('window', { document: {} });
    const inNode = () => new GatewayClient(credentials);
    expect(inNode).not.toThrow();
    vi.stubGlobal('process', { ...process, versions: {} });
    expect(inNode).toThrow('must not run in a browser');
  });

  it('new GatewayClient accepts the demo keys for a gateway on this machine', () => {
    const demo = { mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };
    const baseUrl = 'http://127.0.0.1:4300/v3';
    expect(() => new GatewayClient({ baseUrl, mchId: 'DEMO1001', ...demo })).not.toThrow();
  });

  it('new GatewayClient accepts a base URL that ends in slashes', async () => {
    const { fetch, sent } = stubFetch(success({ balance: '1.00', available: '1.00' }));
    await new GatewayClient({
      ...credentials,
      baseUrl: 'https://gateway.example/v3//',
      fetch,
    }).balance.retrieve();
    expect(sent[0]?.url).toBe('https://gateway.example/v3/check-gateway-balance');
  });
});

describe('fromEnv', () => {
  it('fromEnv reads the environment, but explicit options take precedence', async () => {
    vi.stubEnv('INRGATE_BASE_URL', 'https://env.example/v3');
    vi.stubEnv('INRGATE_MCH_ID', 'ENV1');
    vi.stubEnv('INRGATE_MCH_SECRET', 'env-secret');
    const { fetch, sent } = stubFetch(success({ balance: '1.00', available: '1.00' }));
    await GatewayClient.fromEnv({ fetch, mchId: 'GIVEN1' }).balance.retrieve();
    expect(sent[0]?.url).toBe('https://env.example/v3/check-gateway-balance');
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ mchId: 'GIVEN1' });
  });

  it('fromEnv rejects options that are not an object', () => {
    expect(() => GatewayClient.fromEnv(5 as never)).toThrow(
      'the options of GatewayClient.fromEnv must be an object',
    );
  });

  it('fromEnv names a missing variable and treats an empty variable as missing', () => {
    vi.stubEnv('INRGATE_BASE_URL', '');
    vi.stubEnv('INRGATE_MCH_ID', 'ENV1');
    expect(() => GatewayClient.fromEnv()).toThrow(
      'INRGATE_BASE_URL is missing: set the option baseUrl, or INRGATE_BASE_URL for GatewayClient.fromEnv()',
    );
  });
});

describe('keys in the environment', () => {
  it.each(['pass-key\n', ' pass-key', ' '])('fromEnv rejects the key %j without showing the key', (key) => {
    vi.stubEnv('INRGATE_BASE_URL', 'https://env.example/v3');
    vi.stubEnv('INRGATE_MCH_ID', 'ENV1');
    vi.stubEnv('INRGATE_MCH_KEY', key);
    expect(() => GatewayClient.fromEnv()).toThrow(/^mchKey (is blank|begins or ends with white space)/);
    expect(() => GatewayClient.fromEnv()).not.toThrow('pass-key');
  });
});

describe('requirements of a call', () => {
  const { fetch, sent } = stubFetch(success({}));
  const bare = new GatewayClient({ baseUrl: credentials.baseUrl, mchId: 'DEMO1001', fetch });
  const full = new GatewayClient({ ...credentials, fetch });
  const order = { mchOrderNo: 'ORDER-1', amount: '500.00' };
  const asText = (value: unknown) => value as string;

  it.each([
    [
      'mchKey for a pay-in',
      () => bare.payins.create(order),
      'payins.create needs mchKey: set the option mchKey, or INRGATE_MCH_KEY',
    ],
    [
      'mchSecret for a payout',
      () => bare.payouts.create({ ...order, upiId: 'a@b' }),
      'payouts.create needs mchSecret',
    ],
    ['mchSecret for the balance', () => bare.balance.retrieve(), 'balance.retrieve needs mchSecret'],
    [
      'legacyBaseUrl for a link',
      () =>
        new GatewayClient({ ...credentials, legacyBaseUrl: undefined, fetch }).links.create({ amount: '1' }),
      'links.create needs legacyBaseUrl: set the option legacyBaseUrl, or INRGATE_LEGACY_BASE_URL',
    ],
    ['an order number', () => full.payins.create({ ...order, mchOrderNo: '' }), 'needs mchOrderNo'],
    [
      'a well-formed order number',
      () => full.payins.create({ ...order, mchOrderNo: 'a b' }),
      'mchOrderNo must be 1 to 100',
    ],
    ['an amount', () => full.payins.create({ ...order, amount: asText(undefined) }), 'needs amount'],
    [
      'an amount that is a string',
      () => full.payins.create({ ...order, amount: asText(500) }),
      'amount must be a string',
    ],
    [
      'an amount with two decimals',
      () => full.payins.create({ ...order, amount: '500' }),
      'amount must be a string with two decimals',
    ],
    ['an amount above zero', () => full.payins.create({ ...order, amount: '0.00' }), 'above zero'],
    ['a usable URL', () => full.payins.create({ ...order, notifyUrl: '/callbacks' }), 'notifyUrl must be'],
    [
      'a short extra',
      () => full.payins.create({ ...order, extra: 'x'.repeat(256) }),
      'extra must be a string of at most 255',
    ],
    ['valid Unicode', () => full.payins.create({ ...order, extra: '\ud800' }), 'extra must be'],
    [
      'known names',
      () => full.payins.create({ ...order, notifyURL: 'https://a.example' } as never),
      'no argument notifyURL',
    ],
    ['an object', () => full.payins.create(undefined as never), 'must be an object'],
    ['an order number to query', () => full.payins.retrieve({} as never), 'needs mchOrderNo or orderNo'],
    ['a link code', () => full.links.retrieve({ linkCode: '' }), 'needs linkCode'],
    ['a positive timeout', () => full.payins.create(order, { timeout: 0 }), 'timeout must be'],
  ])('a call requires %s', async (_name, call, message) => {
    const error = await call().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ConfigurationError', outcome: 'not_sent', attempts: 0 });
    expect(String(error)).toContain(message);
    expect(sent).toHaveLength(0);
  });

  it('payins.create counts the length of extra in characters instead of UTF-16 units', async () => {
    await expect(full.payins.create({ ...order, extra: '😀'.repeat(255) })).rejects.toMatchObject({
      name: 'ResponseError',
    });
  });
});
