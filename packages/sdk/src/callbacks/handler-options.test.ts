import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigurationError } from '../client/errors/configuration-error.ts';
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

describe('a callback handler that cannot work', () => {
  it.each([
    ['no options', undefined],
    ['a function that is none', { ...credentials, onPayin: 'credit' }],
    ['an onError that is no function', { ...credentials, onError: 1 }],
    ['no store', { ...credentials, store: null }],
    ['a store without its steps', { ...credentials, store: { claim: () => 'claimed' } }],
    ['a confirm that is no client', { ...credentials, confirm: {} }],
    ['a key that is null', { ...credentials, mchKey: null }],
    ['a key that cannot be signed with', { ...credentials, mchSecret: '\ud800' }],
  ])('is refused when it is made: %s', (_name, options) => {
    expect(() => createCallbackHandler(loose(options))).toThrow(ConfigurationError);
  });

  it.each([true, undefined, null, 'CLAIMED', 1])(
    'does not run the function when its store answers %s to a claim',
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

  it('answers, and the process goes on, when an asynchronous onError rejects', async () => {
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
    await vi.waitFor(() => expect(warned).toHaveBeenCalledOnce());
    expect(String(warned.mock.calls[0]?.[0])).toContain('the log is full');
  });
});

it('verifyCallback and signedCallback without credentials are a ConfigurationError', () => {
  expect(() => verifyCallback('{}', loose(undefined))).toThrow(ConfigurationError);
  expect(() => signedCallback('payin', loose(undefined))).toThrow(ConfigurationError);
  expect(() => signedCallback(loose('refund'), credentials)).toThrow(ConfigurationError);
});
