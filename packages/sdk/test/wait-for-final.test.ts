import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GatewayClient } from '../src/index.ts';
import {
  credentials,
  failure,
  networkError,
  payinData,
  payoutData,
  type Reply,
  stubFetch,
  success,
} from './support/stub-fetch.ts';

const query = { mchOrderNo: 'ORDER-1' };
const payin = (status: string) => success({ ...payinData, status });

function waiting(...replies: Reply[]) {
  const { fetch, sent } = stubFetch(...replies);
  return { client: new GatewayClient({ ...credentials, fetch }), sent };
}

async function timed<T>(call: Promise<T>) {
  const startedAt = performance.now();
  const outcome = call.then(
    (value) => ({ value, error: undefined, after: performance.now() - startedAt }),
    (error: unknown) => ({ value: undefined, error, after: performance.now() - startedAt }),
  );
  await vi.runAllTimersAsync();
  return outcome;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('waitForFinal', () => {
  it.each(['success', 'failed', 'expired'])(
    'returns at %s, having asked every few seconds [spec:query.polling]',
    async (status) => {
      const { client, sent } = waiting(payin('pending'), payin('pending'), payin(status));
      const { value, after } = await timed(client.payins.waitForFinal(query));
      expect(value?.status).toBe(status);
      expect(after).toBe(2 * 3_300);
      expect(sent).toHaveLength(3);
    },
  );

  it('returns at once when the order is final already', async () => {
    const { client, sent } = waiting(payin('success'));
    expect((await timed(client.payins.waitForFinal(query))).after).toBe(0);
    expect(sent).toHaveLength(1);
  });

  it('goes on at a state that it does not know', async () => {
    const { client, sent } = waiting(payin('on_hold'), payin('success'));
    expect((await timed(client.payins.waitForFinal(query))).value?.status).toBe('success');
    expect(sent).toHaveLength(2);
  });

  it('queries withdrawals through processing', async () => {
    const payout = (status: string) => success({ ...payoutData, type: 'payout', status });
    const { client } = waiting(payout('pending'), payout('processing'), payout('success'));
    expect((await timed(client.payouts.waitForFinal(query))).value?.status).toBe('success');
  });

  it('rejects with TimeoutError at its deadline', async () => {
    const { client, sent } = waiting(payin('pending'));
    const { error, after } = await timed(
      client.payins.waitForFinal(query, { deadline: 10_000, interval: 4_000 }),
    );
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', attempts: 3 });
    expect(after).toBe(10_000);
    expect(sent).toHaveLength(3);
  });

  it('ends a query that stalls at its deadline', async () => {
    const { client } = waiting(() => new Promise<Response>(() => {}));
    const { error, after } = await timed(client.payins.waitForFinal(query, { deadline: 5_000 }));
    expect(error).toMatchObject({ name: 'TimeoutError', attempts: 1 });
    expect(after).toBe(5_000);
  });

  it('goes on after a query without an answer, and waits as long as the gateway asks', async () => {
    const { client, sent } = waiting(
      networkError('ECONNRESET'),
      failure(503, 'maintenance'),
      failure(429, 'rate_limited', { 'retry-after': '20' }),
      payin('success'),
    );
    const { value, after } = await timed(client.payins.waitForFinal(query));
    expect(value?.status).toBe('success');
    expect(after).toBe(3_300 + 3_300 + 20_000);
    expect(sent).toHaveLength(4);
  });

  it('keeps the last error as the cause of the timeout', async () => {
    const { client } = waiting(failure(503, 'maintenance'));
    const { error } = await timed(client.payins.waitForFinal(query, { deadline: 5_000 }));
    expect(error).toMatchObject({ name: 'TimeoutError', cause: { name: 'ApiError', code: 'maintenance' } });
  });

  it.each([
    [404, 'order_not_found'],
    [401, 'invalid_signature'],
    [429, 'too_many_failures'],
  ])('rejects at once at %i %s', async (status, code) => {
    const { client, sent } = waiting(failure(status, code));
    const { error } = await timed(client.payins.waitForFinal(query));
    expect(error).toMatchObject({ name: 'ApiError', code });
    expect(sent).toHaveLength(1);
  });

  it('ends at once when it is aborted, waiting or querying', async () => {
    const reason = new Error('enough');
    for (const reply of [payin('pending'), () => new Promise<Response>(() => {})]) {
      const abort = new AbortController();
      const { client } = waiting(reply);
      setTimeout(() => abort.abort(reason), 1_000);
      const { error, after } = await timed(client.payins.waitForFinal(query, { signal: abort.signal }));
      expect(error).toMatchObject({ name: 'GatewayError', outcome: 'unknown', attempts: 1 });
      expect((error as Error).message).toBe('payins.waitForFinal was aborted');
      expect((error as Error).cause).toBe(reason);
      expect(after).toBe(1_000);
    }
  });

  it('refuses a bad interval', async () => {
    const { client } = waiting(payin('pending'));
    await expect(client.payins.waitForFinal(query, { interval: 0 })).rejects.toMatchObject({
      name: 'ConfigurationError',
    });
  });
});
