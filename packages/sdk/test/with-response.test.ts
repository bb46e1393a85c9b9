import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GatewayClient } from '../src/index.ts';
import { onFakeTime, timed } from './support/fake-time.ts';
import {
  clientWith,
  failure,
  json,
  linkData,
  networkError,
  payinData,
  payoutData,
  type Reply,
  success,
} from './support/stub-fetch.ts';

const order = { mchOrderNo: 'ORDER-1', amount: '500.00' };

onFakeTime();

describe('withResponse', () => {
  it('withResponse returns the result with status, headers and every attempt', async () => {
    const answer = json(
      { code: 200, success: true, message: 'Success', data: payinData },
      { status: 201, headers: { 'x-request-id': 'R-1' } },
    );
    const { client, sent } = clientWith(
      networkError('ECONNRESET'),
      failure(429, 'rate_limited', { 'retry-after': '2' }),
      answer,
    );
    const { value } = await timed(client.payins.create(order).withResponse());
    expect(value?.data.orderNo).toBe(payinData.orderNo);
    expect(value?.response.status).toBe(201);
    expect(value?.response.headers.get('x-request-id')).toBe('R-1');
    const each = {
      operation: 'payins.create',
      method: 'POST',
      url: 'https://gateway.example/v3/payin',
      duration: 0,
    };
    expect(value?.response.attempts).toEqual([
      { ...each, attempt: 1, delay: 0, status: undefined, outcome: 'unknown', code: undefined },
      { ...each, attempt: 2, delay: 250, status: 429, outcome: 'rejected', code: 'rate_limited' },
      { ...each, attempt: 3, delay: 2_000, status: 201, outcome: 'ok', code: undefined },
    ]);
    expect(sent).toHaveLength(3);
  });

  it('withResponse sends one request, however often the result and the response are awaited', async () => {
    const { client, sent } = clientWith(success(payinData));
    const call = client.payins.create(order);
    const [plain, one, two] = await Promise.all([call, call.withResponse(), call.withResponse()]);
    expect(one.data).toBe(plain);
    expect(two.data).toBe(plain);
    expect(sent).toHaveLength(1);
  });

  it('withResponse is available on every call', async () => {
    const wallet = { balance: '1.00', available: '1.00' };
    const link = json({ ok: true, data: linkData });
    const payout = { mchOrderNo: 'W-1', amount: '1000.00', upiId: 'asha@okhdfcbank' };
    const statusOf = async (reply: Reply, call: (client: GatewayClient) => unknown) => {
      const made = call(clientWith(reply).client) as ReturnType<GatewayClient['balance']['retrieve']>;
      return (await made.withResponse()).response.status;
    };
    expect(
      await Promise.all([
        statusOf(success(payinData), (client) => client.payins.retrieve({ mchOrderNo: 'ORDER-1' })),
        statusOf(success(payoutData), (client) => client.payouts.create(payout)),
        statusOf(success(payoutData), (client) => client.payouts.retrieve({ mchOrderNo: 'W-1' })),
        statusOf(success(wallet), (client) => client.balance.retrieve()),
        statusOf(link, (client) => client.links.create({ amount: '500.00' })),
        statusOf(link, (client) => client.links.retrieve({ linkCode: linkData.link_code })),
      ]),
    ).toEqual(Array(6).fill(200));
  });

  it('withResponse shows no key and no signature', async () => {
    const { client, sent } = clientWith(success(payinData));
    const { value } = await timed(client.payins.create(order).withResponse());
    const { sign } = JSON.parse(sent[0]?.body ?? '') as { sign: string };
    const shown = inspect(value, { depth: 9, showHidden: true }) + JSON.stringify(value);
    for (const secret of ['test-mch-key', 'test-mch-secret', sign]) expect(shown).not.toContain(secret);
  });
});

describe('a failed call', () => {
  const unhandled = vi.fn();
  beforeEach(() => {
    unhandled.mockClear();
    process.on('unhandledRejection', unhandled);
  });
  afterEach(() => void process.off('unhandledRejection', unhandled));

  /** Waits for microtasks. Node then reports an unhandled rejection, if any. */
  async function turns(): Promise<void> {
    vi.useRealTimers();
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  const refused = () => clientWith(failure(422, 'amount_range')).client.payins.create(order);

  it('a failed call rejects the result and the response', async () => {
    const call = refused();
    const first = await call.catch((error: unknown) => error);
    const second = await call.withResponse().catch((error: unknown) => error);
    expect(first).toMatchObject({ name: 'ApiError', code: 'amount_range', attempts: 1 });
    expect(second).toBe(first);
  });

  it.each([
    ['only the result', (call: ReturnType<typeof refused>) => call],
    ['only the response', (call: ReturnType<typeof refused>) => call.withResponse()],
  ])('a failed call causes no unhandled rejection if the caller awaits %s', async (_name, awaited) => {
    await expect(awaited(refused())).rejects.toMatchObject({ code: 'amount_range' });
    await turns();
    expect(unhandled).not.toHaveBeenCalled();
  });

  it.each([
    ['the result', (call: ReturnType<typeof refused>) => void call],
    ['the response', (call: ReturnType<typeof refused>) => void call.withResponse()],
  ])('a failed call causes one unhandled rejection if the caller ignores %s', async (_name, start) => {
    start(refused());
    await turns();
    expect(unhandled).toHaveBeenCalledTimes(1);
  });

  it('a call with an invalid argument rejects instead of throwing', async () => {
    const call = clientWith(success(payinData)).client.payins.create({ ...order, amount: '500' });
    await expect(call.withResponse()).rejects.toMatchObject({ name: 'ConfigurationError', attempts: 0 });
  });
});
