import { describe, expect, it } from 'vitest';
import { ConfigurationError, GatewayClient } from '../src/index.ts';
import { secrecyContract, shown } from './secrecy-lengths.contract.ts';
import { credentials } from './support/stub-fetch.ts';

secrecyContract('small');

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
