import { describe, expect, it, vi } from 'vitest';
import { type ClientOptions, GatewayClient } from '../src/index.ts';
import { noted, onFakeTime, timed } from './support/fake-time.ts';
import {
  credentials,
  failure,
  json,
  linkData,
  networkError,
  payinData,
  payoutData,
  type Reply,
  stubFetch,
  success,
} from './support/stub-fetch.ts';

const order = { mchOrderNo: 'ORDER-1', amount: '500.00' };
const minute = 60_000;

/** A client that records the times of its requests. */
function clientWith(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const { fetch, sent } = stubFetch(...replies);
  const started = performance.now();
  const left: number[] = [];
  const client = new GatewayClient({
    ...credentials,
    requestsPerMinute: 2,
    deadline: 10 * minute,
    ...options,
    fetch: (request) => {
      left.push(performance.now() - started);
      return fetch(request);
    },
  });
  return { client, left, sent };
}

onFakeTime();

describe('requestsPerMinute', () => {
  it('requestsPerMinute is off by default', async () => {
    const { client, left } = clientWith([success(payinData)], { requestsPerMinute: undefined });
    await timed(Promise.all(Array.from({ length: 500 }, () => client.payins.create(order))));
    expect(left).toEqual(Array(500).fill(0));
  });

  it('requestsPerMinute applies to all resources of a client together, in the order of the calls', async () => {
    const { client, left, sent } = clientWith([
      (request) =>
        success(request.url.endsWith('balance') ? { balance: '1.00' } : { ...payoutData, ...payinData }),
    ]);
    await timed(
      Promise.all([
        client.payins.create(order),
        client.balance.retrieve(),
        client.payouts.retrieve(order),
        client.payins.retrieve(order),
        client.balance.retrieve(),
      ]),
    );
    expect(left).toEqual([0, 0, minute, minute, 2 * minute]);
    expect(sent.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))).toEqual([
      'payin',
      'check-gateway-balance',
      'check-order-status',
      'check-order-status',
      'check-gateway-balance',
    ]);
  });

  it('requestsPerMinute applies to each attempt of a call, with the waiting time in the hooks', async () => {
    const { client, left } = clientWith([
      failure(503, 'maintenance'),
      failure(503, 'maintenance'),
      success(payinData),
    ]);
    const { value } = await timed(client.payins.create(order).withResponse());
    expect(left).toEqual([0, 250, minute]);
    expect(value?.response.attempts.map(({ delay }) => delay)).toEqual([0, 250, minute - 250]);
  });

  it('requestsPerMinute does not apply to v1', async () => {
    const { client, left } = clientWith([json({ ok: true, data: linkData })]);
    await timed(Promise.all(Array.from({ length: 5 }, () => client.links.retrieve({ linkCode: 'L1' }))));
    expect(left).toEqual([0, 0, 0, 0, 0]);
  });

  it('a client with requestsPerMinute starts the next call a minute after the end of a failed attempt', async () => {
    const slow = () =>
      new Promise<Response>((_resolve, reject) => setTimeout(reject, 3_000, networkError('ECONNRESET')));
    const { client, left } = clientWith([slow, success(payinData)], { requestsPerMinute: 1, maxRetries: 0 });
    const first = noted(client.payins.create(order));
    await timed(client.payins.create(order));
    expect((await first).error).toMatchObject({ name: 'ConnectionError' });
    expect(left).toEqual([0, minute + 3_000]);
  });

  it('a call that waits for requestsPerMinute fails at its deadline with the outcome not_sent', async () => {
    const { client, left } = clientWith([success(payinData)], { requestsPerMinute: 1 });
    await client.payins.create(order);
    const { error, after } = await timed(client.payins.create(order, { deadline: 5_000 }));
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'not_sent', attempts: 0 });
    expect(String(error)).toContain('requestsPerMinute allowed no request within the deadline of 5000 ms');
    expect(after).toBe(5_000);
    expect(left).toHaveLength(1);
  });

  it('a retry that waits for requestsPerMinute fails at the deadline with the outcome of the earlier attempts', async () => {
    const { client } = clientWith([networkError('ECONNRESET')], { requestsPerMinute: 1 });
    const { error, after } = await timed(client.payins.create(order, { deadline: 5_000 }));
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', attempts: 1 });
    expect(after).toBe(5_000);
  });

  it('a call that waits for requestsPerMinute fails on an abort with the outcome not_sent', async () => {
    const { client, left } = clientWith([success(payinData)], { requestsPerMinute: 1 });
    await client.payins.create(order);
    const abort = new AbortController();
    const call = noted(client.payins.create(order, { signal: abort.signal }));
    await vi.advanceTimersByTimeAsync(1_000);
    abort.abort(new Error('enough'));
    expect(await call).toMatchObject({
      error: { name: 'GatewayError', outcome: 'not_sent', attempts: 0, cause: abort.signal.reason },
      after: 1_000,
    });
    expect(left).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('the timeout of an attempt does not include the wait for requestsPerMinute', async () => {
    const { client } = clientWith([success(payinData), () => new Promise<Response>(() => {})], {
      requestsPerMinute: 1,
      maxRetries: 0,
      timeout: 1_000,
    });
    await client.payins.create(order);
    const { error, after } = await timed(client.payins.create(order));
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', attempts: 1 });
    expect(after).toBe(minute + 1_000);
  });

  it('requestsPerMinute applies to the queries of waitForFinal and to the query before a retry', async () => {
    const { client, left } = clientWith([
      networkError('ECONNRESET'),
      failure(404, 'order_not_found'),
      success(payoutData),
    ]);
    const payout = { mchOrderNo: 'W-1', amount: '1000.00', upiId: 'asha@okhdfcbank' };
    await timed(client.payouts.create(payout, { onUnknown: 'query' }));
    expect(left).toEqual([0, 250, minute]);
  });

  it.each([0, -1, 0.5, Number.NaN])('the client rejects requestsPerMinute %d', (requestsPerMinute) => {
    expect(() => clientWith([], { requestsPerMinute })).toThrow('requestsPerMinute must be');
  });
});
