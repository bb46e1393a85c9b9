import { describe, expect, it } from 'vitest';
import { GatewayClient } from '../src/index.ts';
import { type V1Endpoint, type V3Endpoint, v1Routes, v3Routes } from '../src/internal.ts';
import { verifySignature } from '../src/protocol.ts';
import { credentials, failure, stubFetch } from './support/stub-fetch.ts';

const order = { mchOrderNo: 'A', amount: '500.00' };

/** Method of the client for each v3 endpoint. */
const v3Methods: Readonly<Record<V3Endpoint, (client: GatewayClient) => Promise<unknown>>> = {
  payin: (client) => client.payins.create(order),
  'check-order-status': (client) => client.payins.retrieve({ mchOrderNo: 'A' }),
  payout: (client) => client.payouts.create({ ...order, upiId: 'asha@okhdfcbank' }),
  'check-gateway-balance': (client) => client.balance.retrieve(),
};

const v1Methods: Readonly<Record<V1Endpoint, (client: GatewayClient) => Promise<unknown>>> = {
  'create-link': (client) => client.links.create({ amount: '500.00', clientRef: 'A' }),
  'link-status': (client) => client.links.retrieve({ linkCode: 'L' }),
};

/** Returns the first request of a method. The response is a rejection, so no other request follows. */
async function firstSent(call: (client: GatewayClient) => Promise<unknown>) {
  const { fetch, sent } = stubFetch(failure(401, 'invalid_signature'));
  await call(new GatewayClient({ ...credentials, fetch })).catch(() => {});
  return sent[0];
}

describe('endpoints of the client', () => {
  it.each(Object.entries(v3Methods))('the client has a method for %s', async (endpoint, call) => {
    const { method, path, keys } = v3Routes[endpoint as V3Endpoint];
    const sent = await firstSent(call);
    expect([sent?.method, sent?.url]).toEqual([method, `${credentials.baseUrl}${path}`]);
    const { sign = '', ...params } = JSON.parse(sent?.body ?? '{}');
    expect(keys.some((key) => verifySignature(params, credentials[key], sign))).toBe(true);
  });

  it.each(Object.entries(v1Methods))('the client has a method for %s of v1', async (endpoint, call) => {
    const { method, path } = v1Routes[endpoint as V1Endpoint];
    const sent = await firstSent(call);
    expect([sent?.method, sent?.url.split('?')[0]]).toEqual([method, `${credentials.legacyBaseUrl}${path}`]);
  });
});
