import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { callbackMiddleware } from '../express/middleware.ts';
import { GatewayClient } from '../gateway-client.ts';
import { signedCallback } from '../testing/signed-callback.ts';
import { createCallbackHandler } from './handler.ts';
import { verifyCallback } from './verify.ts';

const credentials = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };
const loose = (value: unknown) => value as never;

function delivery(): Request {
  const { body, contentType } = signedCallback('payin', credentials);
  return new Request('http://shop.example', {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
  });
}

afterEach(() => void vi.restoreAllMocks());

function clientOf(mchId: string): GatewayClient {
  return new GatewayClient({ ...credentials, mchId, baseUrl: 'http://127.0.0.1:4300/v3' });
}

describe('a callback handler that cannot work', () => {
  it.each([
    ['no options', undefined],
    ['a function that is none', { ...credentials, onPayin: 'credit' }],
    ['an onError that is no function', { ...credentials, onError: 1 }],
    ['no store', { ...credentials, store: null }],
    ['a store without its steps', { ...credentials, store: { claim: () => 'claimed' } }],
    ['a confirm that is no client', { ...credentials, confirm: {} }],
    ['neither key, as from a misspelt variable', { mchId: 'DEMO1001', mchKey: undefined }],
    ['onPayin without mchKey', { ...credentials, mchKey: undefined, onPayin: () => {} }],
    ['onPayout without mchSecret', { ...credentials, mchSecret: undefined, onPayout: () => {} }],
    ['onLink without mchSecret', { ...credentials, mchSecret: undefined, onLink: () => {} }],
    ['a confirm of another merchant', { ...credentials, confirm: clientOf('OTHER') }],
    ['a blank merchant', { ...credentials, mchId: ' ' }],
    ['a merchant with a space', { ...credentials, mchId: 'DEMO1001 ' }],
    ['a blank key', { ...credentials, mchKey: ' ' }],
    ['a key with a line break', { ...credentials, mchSecret: 'demo-mch-secret\n' }],
    ['an older key with a space', { ...credentials, mchKey: ['demo-mch-key', ' old-mch-key'] }],
    ['a key that is null', { ...credentials, mchKey: null }],
    ['a key that cannot be signed with', { ...credentials, mchSecret: '\ud800' }],
  ])('is refused when it is made: %s', (_name, options) => {
    for (const make of [createCallbackHandler, callbackMiddleware]) {
      expect(() => make(loose(options))).toThrow(ConfigurationError);
      expect(() => make(loose(options))).not.toThrow(/demo-mch|old-mch/);
    }
  });

  it('works with one key, for the kinds that it verifies', () => {
    const { mchId, mchKey, mchSecret } = credentials;
    const called = () => {};
    const confirm = clientOf('DEMO1001');
    expect(() => createCallbackHandler({ mchId, mchKey, onPayin: called, confirm })).not.toThrow();
    expect(() => createCallbackHandler({ mchId, mchSecret, onPayout: called, onLink: called })).not.toThrow();
  });

  it.each([true, undefined, null, 'CLAIMED', 1])(
    'does not run the function when its store returns %s for a claim',
    async (answer) => {
      const errors: unknown[] = [];
      const onPayin = vi.fn();
      const store = { claim: () => loose(answer), complete: vi.fn(), release: vi.fn() };
      const handle = createCallbackHandler({
        ...credentials,
        onPayin,
        store,
        onError: (error) => errors.push(error),
      });
      expect((await handle(delivery())).status).toBe(500);
      expect(onPayin).not.toHaveBeenCalled();
      expect(store.complete).not.toHaveBeenCalled();
      expect(errors).toEqual([expect.any(ConfigurationError)]);
    },
  );

  it('responds, and the process continues, when an asynchronous onError rejects', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const handle = createCallbackHandler({
      ...credentials,
      onPayin: () => {
        throw new Error('no');
      },
      onError: async () => {
        throw new Error('the log is full');
      },
    });
    expect((await handle(delivery())).status).toBe(500);
    await vi.waitFor(() => expect(warned).toHaveBeenCalledOnce(), 60_000);
    expect(String(warned.mock.calls[0]?.[0])).toContain('the log is full');
  });
});

it('verifyCallback and signedCallback without credentials are a ConfigurationError', () => {
  expect(() => verifyCallback('{}', loose(undefined))).toThrow(ConfigurationError);
  expect(() => signedCallback('payin', loose(undefined))).toThrow(ConfigurationError);
  expect(() => signedCallback(loose('refund'), credentials)).toThrow(ConfigurationError);
});

it.each(['mchId', 'mchKey', 'mchSecret'])(
  'verifyCallback and signedCallback refuse white space around %s',
  (name) => {
    const { body, contentType } = signedCallback('payin', credentials);
    for (const value of [' ', 'demo-mch-x\n', '\ufeffdemo-mch-x']) {
      const spaced = { ...credentials, contentType, [name]: value };
      for (const call of [() => verifyCallback(body, spaced), () => signedCallback('payin', spaced)]) {
        expect(call).toThrow(ConfigurationError);
        expect(call).toThrow(new RegExp(`^${name} (is blank|has white space)`));
        expect(call).not.toThrow('demo-mch-x');
      }
    }
  },
);
