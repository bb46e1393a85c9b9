import { describe, expect, it, vi } from 'vitest';
import { type ClientOptions, GatewayClient, type PayoutCreateOptions } from '../src/index.ts';
import { onFakeTime, timed } from './support/fake-time.ts';
import {
  credentials,
  failure,
  networkError,
  payoutData,
  type Reply,
  stubFetch,
  success,
} from './support/stub-fetch.ts';

const payout = { mchOrderNo: 'W-1', amount: '1000.00', upiId: 'asha@okhdfcbank' };
const lost = networkError('ECONNRESET');
const notFound = failure(404, 'order_not_found');
const found = (differences: object = {}) => success({ ...payoutData, type: 'payout', ...differences });

function clientWith(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const { fetch, sent } = stubFetch(...replies);
  const client = new GatewayClient({ ...credentials, fetch, ...options });
  const create = (call: PayoutCreateOptions = {}) =>
    timed(client.payouts.create(payout, { onUnknown: 'query', ...call }).withResponse());
  return { client, create, paths: () => sent.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)), sent };
}

onFakeTime();

describe("onUnknown 'query'", () => {
  it("the client with onUnknown 'query' returns the payout that a lost attempt has created", async () => {
    const { create, paths, sent } = clientWith([lost, found({ status: 'processing' })]);
    const { value, after } = await create();
    expect(value?.data).toMatchObject({ orderNo: payoutData.orderNo, status: 'processing', duplicate: true });
    expect(paths()).toEqual(['payout', 'check-order-status']);
    expect(after).toBe(250);
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual({
      mchId: 'DEMO1001',
      mchOrderNo: 'W-1',
      sign: expect.any(String),
    });
    expect(value?.response.attempts.map(({ operation, attempt }) => [operation, attempt])).toEqual([
      ['payouts.create', 1],
      ['payouts.retrieve', 2],
    ]);
  });

  it("the client with onUnknown 'query' sends the same bytes again if the payout does not exist", async () => {
    const { create, paths, sent } = clientWith([lost, notFound, success(payoutData)]);
    const { value, after } = await create();
    expect(value?.data).toMatchObject({ orderNo: payoutData.orderNo, duplicate: false });
    expect(paths()).toEqual(['payout', 'check-order-status', 'payout']);
    expect(sent[2]?.body).toBe(sent[0]?.body);
    expect(after).toBe(250);
  });

  it("the client with onUnknown 'query' sends no query after attempts with a known outcome", async () => {
    const rejectedConnection = networkError('ECONNREFUSED', 'connect');
    const limited = failure(429, 'rate_limited', { 'retry-after': '1' });
    const { create, paths } = clientWith([rejectedConnection, limited, success(payoutData)]);
    await create();
    expect(paths()).toEqual(['payout', 'payout', 'payout']);
  });

  it("the client with onUnknown 'query' repeats a query that gets no response, within maxRetries", async () => {
    const { create, paths } = clientWith([lost]);
    const { error, after } = await create();
    expect(paths()).toEqual(['payout', 'check-order-status', 'check-order-status']);
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', attempts: 3 });
    expect(after).toBe(250 + 500);
  });

  it("the client with onUnknown 'query' sends a query before every retry, with at most maxRetries retries", async () => {
    const { create, paths } = clientWith([lost, notFound, lost, notFound, lost, notFound, lost]);
    const { error } = await create({ maxRetries: 2 });
    expect(paths()).toEqual(['payout', 'check-order-status', 'payout', 'check-order-status', 'payout']);
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', attempts: 5 });
  });

  it("the client with onUnknown 'query' keeps the outcome unknown when the gateway rejects the query", async () => {
    const { create, paths } = clientWith([lost, failure(403, 'ip_not_allowed')]);
    const { error } = await create();
    expect(paths()).toEqual(['payout', 'check-order-status']);
    expect(error).toMatchObject({
      name: 'ApiError',
      code: 'ip_not_allowed',
      outcome: 'unknown',
      attempts: 2,
    });
  });

  it("the client with onUnknown 'query' keeps the outcome unknown when the gateway rejects the retry", async () => {
    const { create } = clientWith([lost, notFound, failure(422, 'insufficient_balance')]);
    const { error } = await create();
    expect(error).toMatchObject({ code: 'insufficient_balance', outcome: 'unknown', attempts: 3 });
  });

  it.each([
    ['amount', { amount: '1000.01' }],
    ['pay type', { payType: 'bank' }],
  ])(
    "the client with onUnknown 'query' reports duplicate_order for a payout with another %s",
    async (what, difference) => {
      const { create, paths } = clientWith([lost, found(difference)]);
      const { error } = await create();
      expect(paths()).toEqual(['payout', 'check-order-status']);
      expect(error).toMatchObject({
        name: 'ApiError',
        code: 'duplicate_order',
        status: 409,
        outcome: 'unknown',
        attempts: 2,
      });
      expect(String(error)).toContain(`a different ${what}`);
    },
  );

  it("the client with onUnknown 'query' rejects a query result with another order number", async () => {
    const { create } = clientWith([lost, found({ mchOrderNo: 'W-2' })]);
    expect((await create()).error).toMatchObject({ name: 'ResponseError', outcome: 'unknown' });
  });

  it.each([
    ['bank', { bankCode: 'HDFC', accountName: 'Asha', accountNumber: '001234567890', ifsc: 'HDFC0001234' }],
    ['usdt', { usdtAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
    ['upi', { upiId: 'asha@okhdfcbank' }],
  ])(
    "the client with onUnknown 'query' recognizes a %s payout by its fields",
    async (payType, destination) => {
      const { client } = clientWith([lost, found({ payType })]);
      const order = { mchOrderNo: 'W-1', amount: '1000.00', ...destination };
      const { value } = await timed(client.payouts.create(order, { onUnknown: 'query' }));
      expect(value).toMatchObject({ payType, duplicate: true });
    },
  );

  it("the client with onUnknown 'query' stops at the deadline during the query", async () => {
    const { create } = clientWith([lost, () => new Promise<Response>(() => {})]);
    const { error, after } = await create({ deadline: 5_000 });
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', attempts: 2 });
    expect(after).toBe(5_000);
  });

  it("the client with onUnknown 'query' sends no retry if the deadline has passed at the end of the query", async () => {
    const { create, paths } = clientWith([lost, notFound, success(payoutData)], {
      // Simulates a slow turn of the event loop.
      hooks: { afterAttempt: ({ attempt }) => attempt === 2 && vi.advanceTimersByTime(5_000) },
    });
    const { error } = await create({ deadline: 5_000 });
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', attempts: 2 });
    expect(paths()).toEqual(['payout', 'check-order-status']);
  });

  it("the client with onUnknown 'query' stops on an abort during the query", async () => {
    const abort = new AbortController();
    const { create, paths } = clientWith([lost, () => new Promise<Response>(() => {})]);
    setTimeout(() => abort.abort(new Error('enough')), 1_000);
    const { error, after } = await create({ signal: abort.signal });
    expect(error).toMatchObject({ name: 'GatewayError', outcome: 'unknown', cause: abort.signal.reason });
    expect(after).toBe(1_000);
    expect(paths()).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('onUnknown', () => {
  it('onUnknown is retry by default, so the client sends the same bytes again without a query', async () => {
    const { client, paths } = clientWith([lost, success({ ...payoutData, duplicate: true })]);
    await timed(client.payouts.create(payout));
    expect(paths()).toEqual(['payout', 'payout']);
  });

  it('the client rejects every onUnknown value except `retry` and `query`', async () => {
    const { create, sent } = clientWith([success(payoutData)]);
    const { error } = await create({ onUnknown: 'guess' as 'query' });
    expect(error).toMatchObject({ name: 'ConfigurationError', outcome: 'not_sent' });
    expect(sent).toHaveLength(0);
  });
});
