import { describe, expect, it, vi } from 'vitest';
import * as sdk from '../src/index.ts';
import { credentials, failure, networkError, stubFetch } from './support/stub-fetch.ts';

const order = { mchOrderNo: 'ORDER-1', amount: '500.00' };

async function errorOf(api: typeof sdk, reply: Response | Error, options: object = {}): Promise<unknown> {
  const { fetch } = stubFetch(reply);
  const client = new api.GatewayClient({ ...credentials, fetch, maxRetries: 0, ...options });
  return client.payins.create(order).catch((error: unknown) => error);
}

const guards = {
  ApiError: sdk.isApiError,
  ConnectionError: sdk.isConnectionError,
  TimeoutError: sdk.isTimeoutError,
  ResponseError: sdk.isResponseError,
  ConfigurationError: sdk.isConfigurationError,
  CallbackVerificationError: sdk.isCallbackVerificationError,
} as const;

describe('the type guards', () => {
  it.each([
    ['ApiError', failure(422, 'amount_range'), {}],
    ['ConnectionError', networkError('ECONNRESET'), {}],
    ['ResponseError', new Response('<html>', { status: 403 }), {}],
    ['ConfigurationError', failure(422, 'amount_range'), { mchKey: undefined }],
  ] as const)(
    'a guard recognizes a %s, even from a second copy of the package',
    async (name, reply, options) => {
      vi.resetModules();
      const copy = await import('../src/index.ts');
      expect(copy.GatewayError).not.toBe(sdk.GatewayError);
      for (const api of [sdk, copy]) {
        const error = await errorOf(api, reply, options);
        expect(error).toBeInstanceOf(Error);
        expect(sdk.isGatewayError(error)).toBe(true);
        for (const [guarded, guard] of Object.entries(guards)) expect(guard(error)).toBe(guarded === name);
      }
    },
  );

  it('a guard rejects values that are not errors of the SDK', () => {
    for (const other of [
      undefined,
      null,
      'ApiError',
      new Error('ApiError'),
      { name: 'ApiError' },
      new TypeError(),
    ]) {
      for (const guard of [sdk.isGatewayError, ...Object.values(guards)]) expect(guard(other)).toBe(false);
    }
  });

  it('a guard recognizes a CallbackVerificationError', () => {
    const error = new sdk.CallbackVerificationError('missing_sign');
    expect(sdk.isGatewayError(error) && sdk.isCallbackVerificationError(error)).toBe(true);
  });
});
