import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigurationError } from '../errors/errors.ts';
import { callbackMiddleware } from '../express/middleware.ts';
import { GatewayClient } from '../gateway-client.ts';
import { signedCallback } from '../testing/signed-callback.ts';
import { createCallbackHandler } from './handler.ts';
import { createMemoryStore } from './store.ts';
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

describe('an invalid callback handler', () => {
  it.each([
    ['no options', undefined, 'the options with mchId and the keys must be an object'],
    [
      'an onPayin that is not a function',
      { ...credentials, onPayin: 'credit' },
      'onPayin must be a function',
    ],
    ['an onError that is not a function', { ...credentials, onError: 1 }, 'onError must be a function'],
    ['invalid hooks', { ...credentials, hooks: 1 }, 'hooks must be an object'],
    [
      'a confirm that queries pay-ins only',
      { ...credentials, confirm: { payins: clientOf('DEMO1001').payins } },
      'confirm must be a GatewayClient',
    ],
    [
      'no store',
      { ...credentials, store: null },
      'store must have the functions claim, complete and release',
    ],
    [
      'a store without its methods',
      { ...credentials, store: { claim: () => 'claimed' } },
      'store must have the functions claim, complete and release',
    ],
    ['a confirm that is not a client', { ...credentials, confirm: {} }, 'confirm must be a GatewayClient'],
    [
      'no key at all',
      { mchId: 'DEMO1001', mchKey: undefined },
      'a callback handler needs mchKey (for pay-ins), mchSecret (for payouts and links), or both',
    ],
    [
      'onPayin without mchKey',
      { ...credentials, mchKey: undefined, onPayin: () => {} },
      'onPayin needs mchKey',
    ],
    [
      'onPayout without mchSecret',
      { ...credentials, mchSecret: undefined, onPayout: () => {} },
      'onPayout needs mchSecret',
    ],
    [
      'onLink without mchSecret',
      { ...credentials, mchSecret: undefined, onLink: () => {} },
      'onLink needs mchSecret',
    ],
    [
      'a confirm of another merchant',
      { ...credentials, confirm: clientOf('OTHER') },
      'confirm must use the same mchId as the handler',
    ],
    ['a blank merchant', { ...credentials, mchId: ' ' }, 'mchId is blank'],
    [
      'a merchant with a space',
      { ...credentials, mchId: 'DEMO1001 ' },
      'mchId begins or ends with white space; remove the white space',
    ],
    ['a blank key', { ...credentials, mchKey: ' ' }, 'mchKey is blank'],
    [
      'a key with a line break',
      { ...credentials, mchSecret: 'demo-mch-secret\n' },
      'mchSecret begins or ends with white space; remove the white space',
    ],
    [
      'an older key with a space',
      { ...credentials, mchKey: ['demo-mch-key', ' old-mch-key'] },
      'mchKey begins or ends with white space; remove the white space',
    ],
    [
      'a key that is null',
      { ...credentials, mchKey: null },
      'mchKey must be a non-empty key or a non-empty list of such keys',
    ],
    [
      'a key without a UTF-8 form',
      { ...credentials, mchSecret: '\ud800' },
      'mchSecret must be a non-empty key or a non-empty list of such keys',
    ],
  ])('createCallbackHandler rejects %s', (_name, options, message) => {
    for (const make of [createCallbackHandler, callbackMiddleware]) {
      expect(() => make(loose(options))).toThrow(ConfigurationError);
      expect(() => make(loose(options))).toThrow(message);
      expect(() => make(loose(options))).not.toThrow(/demo-mch|old-mch/);
    }
  });

  it('a callback handler requires only the keys of its callback kinds', () => {
    const { mchId, mchKey, mchSecret } = credentials;
    const called = () => {};
    const confirm = clientOf('DEMO1001');
    expect(() => createCallbackHandler({ mchId, mchKey, onPayin: called, confirm })).not.toThrow();
    expect(() => createCallbackHandler({ mchId, mchSecret, onPayout: called, onLink: called })).not.toThrow();
  });

  it.each([true, undefined, null, 'CLAIMED', 1])(
    'a callback handler does not call the function when its store returns %s for a claim',
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
      expect(errors).toEqual([new ConfigurationError('store.claim must return claimed, busy or done')]);
    },
  );

  it('a callback handler responds when an asynchronous onError rejects', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const handle = createCallbackHandler({
      ...credentials,
      store: createMemoryStore(),
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

it('verifyCallback and signedCallback throw a ConfigurationError without credentials', () => {
  expect(() => verifyCallback('{}', loose(undefined))).toThrow(ConfigurationError);
  expect(() => signedCallback('payin', loose(undefined))).toThrow(ConfigurationError);
  expect(() => signedCallback(loose('refund'), credentials)).toThrow(ConfigurationError);
});

it.each(['mchId', 'mchKey', 'mchSecret'])(
  'verifyCallback and signedCallback reject white space around the value of %s',
  (name) => {
    const { body, contentType } = signedCallback('payin', credentials);
    for (const value of [' ', 'demo-mch-x\n', '\ufeffdemo-mch-x']) {
      const spaced = { ...credentials, contentType, [name]: value };
      for (const call of [() => verifyCallback(body, spaced), () => signedCallback('payin', spaced)]) {
        expect(call).toThrow(ConfigurationError);
        expect(call).toThrow(new RegExp(`^${name} (is blank|begins or ends with white space)`));
        expect(call).not.toThrow('demo-mch-x');
      }
    }
  },
);
