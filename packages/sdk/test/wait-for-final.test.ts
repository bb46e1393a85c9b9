import { describe, expect, it, vi } from 'vitest';
import { GatewayClient, type QueryEvent } from '../src/index.ts';
import { onFakeTime, timed } from './support/fake-time.ts';
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

onFakeTime();

describe('waitForFinal', () => {
  it.each(['success', 'failed', 'expired'])(
    'waitForFinal queries every few seconds and returns at the status %s [spec:query.polling]',
    async (status) => {
      const { client, sent } = waiting(payin('pending'), payin('pending'), payin(status));
      const { value, after } = await timed(client.payins.waitForFinal(query));
      expect(value?.status).toBe(status);
      expect(after).toBe(2 * 3_300);
      expect(sent).toHaveLength(3);
    },
  );

  it('waitForFinal returns immediately when the order is already final', async () => {
    const { client, sent } = waiting(payin('success'));
    expect((await timed(client.payins.waitForFinal(query))).after).toBe(0);
    expect(sent).toHaveLength(1);
  });

  it('waitForFinal continues after a query with an unknown status', async () => {
    const { client, sent } = waiting(payin('on_hold'), payin('success'));
    expect((await timed(client.payins.waitForFinal(query))).value?.status).toBe('success');
    expect(sent).toHaveLength(2);
  });

  it('waitForFinal continues while a payout is processing', async () => {
    const payout = (status: string) => success({ ...payoutData, ...query, type: 'payout', status });
    const { client } = waiting(payout('pending'), payout('processing'), payout('success'));
    expect((await timed(client.payouts.waitForFinal(query))).value?.status).toBe('success');
  });

  it('waitForFinal rejects with TimeoutError at its deadline', async () => {
    const { client, sent } = waiting(payin('pending'));
    const { error, after } = await timed(
      client.payins.waitForFinal(query, { deadline: 10_000, interval: 4_000 }),
    );
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', attempts: 3 });
    expect(after).toBe(10_000);
    expect(sent).toHaveLength(3);
  });

  it('waitForFinal ends a stalled query at its deadline', async () => {
    const { client } = waiting(() => new Promise<Response>(() => {}));
    const { error, after } = await timed(client.payins.waitForFinal(query, { deadline: 5_000 }));
    expect(error).toMatchObject({ name: 'TimeoutError', attempts: 1 });
    expect(after).toBe(5_000);
  });

  it('waitForFinal continues after a query without a response and waits for the time in Retry-After', async () => {
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

  it('waitForFinal keeps the last error as the cause of the timeout', async () => {
    const { client } = waiting(failure(503, 'maintenance'));
    const { error } = await timed(client.payins.waitForFinal(query, { deadline: 5_000 }));
    expect(error).toMatchObject({ name: 'TimeoutError', cause: { name: 'ApiError', code: 'maintenance' } });
  });

  it.each([
    [404, 'order_not_found'],
    [401, 'invalid_signature'],
    [429, 'too_many_failures'],
  ])('waitForFinal rejects immediately if a query returns %i %s', async (status, code) => {
    const { client, sent } = waiting(failure(status, code));
    const { error } = await timed(client.payins.waitForFinal(query));
    expect(error).toMatchObject({ name: 'ApiError', code });
    expect(sent).toHaveLength(1);
  });

  it('waitForFinal ends immediately on an abort, while it waits or queries', async () => {
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

  it('waitForFinal rejects an invalid interval', async () => {
    const { client } = waiting(payin('pending'));
    await expect(client.payins.waitForFinal(query, { interval: 0 })).rejects.toMatchObject({
      name: 'ConfigurationError',
    });
  });
});

describe('onQuery', () => {
  it('onQuery receives every query, even without a response, with the time until the next query', async () => {
    const events: QueryEvent[] = [];
    const { client } = waiting(payin('pending'), networkError('ECONNRESET'), payin('success'));
    await timed(client.payins.waitForFinal(query, { onQuery: (event) => events.push(event) }));
    expect(events).toEqual([
      { attempt: 1, status: 'pending', elapsed: 0, nextIn: 3_300 },
      { attempt: 2, status: undefined, elapsed: 3_300, nextIn: 3_300 },
      { attempt: 3, status: 'success', elapsed: 6_600, nextIn: undefined },
    ]);
  });

  it('onQuery receives a time until the next query that does not exceed the deadline', async () => {
    const events: QueryEvent[] = [];
    const { client } = waiting(payin('pending'));
    const options = { deadline: 4_000, onQuery: (event: QueryEvent) => events.push(event) };
    await timed(client.payins.waitForFinal(query, options));
    expect(events.map(({ nextIn }) => nextIn)).toEqual([3_300, 700]);
  });

  it('an onQuery that throws does not end the wait', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const { client } = waiting(payin('success'));
    const onQuery = () => {
      throw new Error('hook');
    };
    expect((await timed(client.payins.waitForFinal(query, { onQuery }))).value?.status).toBe('success');
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
