import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { GatewayClient } from '@inrgate/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Asked, type Asking, askAll } from './ask.ts';
import type { ListedOrder, OrderType } from './list.ts';

let gateway: MockGateway;
let client: GatewayClient;
/** The waiting times in the gateway's responses. */
let waits: number[];
beforeEach(async () => {
  gateway = await createMockGateway();
  waits = [];
  const { baseUrl, fetch, merchant } = gateway;
  client = new GatewayClient({ baseUrl, fetch, ...merchant, maxRetries: 0 });
});
afterEach(() => gateway.close());

function listed(type: OrderType, mchOrderNo: string, values: ListedOrder['values'] = {}): ListedOrder {
  return { line: 2, type, mchOrderNo, values };
}

function ask(orders: readonly ListedOrder[], asking: Partial<Asking> = {}): Promise<Asked> {
  const stop = new AbortController().signal;
  return askAll(orders, {
    client,
    stop,
    wait: async (ms) => void waits.push(ms),
    onOrder: () => {},
    ...asking,
  });
}

/** Advances the gateway's time. */
async function wait(ms: number): Promise<void> {
  waits.push(ms);
  await gateway.clock.advance(`${ms / 1000}s`);
}

async function findings(...orders: readonly ListedOrder[]): Promise<readonly unknown[]> {
  const { reconciled } = await ask(orders);
  return reconciled.map(({ finding }) => {
    if ('differences' in finding)
      return finding.differences.length === 0 ? finding.kind : finding.differences;
    return 'error' in finding ? `${finding.kind} ${finding.error}` : finding.kind;
  });
}

test('reconcile reports each order as matching, missing, or different in named fields', async () => {
  const { orderNo } = await client.payins.create({ mchOrderNo: 'A-1', amount: '500.00' });
  await gateway.payins.pay(orderNo, { paidAmount: '499.00' });
  await client.payouts.create({ mchOrderNo: 'A-1', amount: '1000.00', upiId: 'asha@okhdfcbank' });
  expect(
    await findings(
      listed('payin', 'A-1'),
      listed('payin', 'A-1', {
        orderNo,
        amount: '500.00',
        status: 'success',
        paidAmount: '499.00',
        fee: '55.00',
      }),
      listed('payin', 'A-1', { amount: '500.00', status: 'pending', paidAmount: '500.00' }),
      listed('payout', 'A-1', { amount: '1000.00', totalDebit: '1075.00', payType: 'upi' }),
      listed('payout', 'A-1', { txid: 'T-1' }),
      listed('payout', 'A-2'),
    ),
  ).toEqual([
    [{ field: 'paidAmount', listed: null, gateway: '499.00' }],
    'matching',
    [
      { field: 'status', listed: 'pending', gateway: 'success' },
      { field: 'paidAmount', listed: '500.00', gateway: '499.00' },
    ],
    'matching',
    [{ field: 'txid', listed: 'T-1', gateway: '' }],
    'missing',
  ]);
});

test('reconcile stops after three successive orders without a response', async () => {
  const lose = (times: number) =>
    gateway.faults.add({ endpoint: 'check-order-status', phase: 'before', times, action: { kind: 'drop' } });
  lose(2);
  const orders = ['A-1', 'A-2', 'A-3'].map((number) => listed('payin', number));
  expect(await findings(...orders)).toEqual([
    'unknown ConnectionError',
    'unknown ConnectionError',
    'missing',
  ]);
  lose(3);
  expect(await findings(...orders, listed('payin', 'A-4'))).toEqual([
    ...Array.from({ length: 3 }, () => 'unknown ConnectionError'),
    'unknown not queried: the gateway did not respond for the previous orders',
  ]);
});

test('reconcile treats a 5xx as a missing response', async () => {
  await gateway.settings.update({ maintenance: true });
  expect(await findings(listed('payin', 'A-1'))).toEqual(['unknown maintenance']);
});

const listedPayins = (...numbers: readonly string[]) => numbers.map((number) => listed('payin', number));

function told({ reconciled }: Asked): readonly string[] {
  return reconciled.map(({ listed: { mchOrderNo }, finding }) =>
    [mchOrderNo, finding.kind, ...('error' in finding ? [finding.error] : [])].join(' '),
  );
}

test('reconcile stops if the gateway rejects the first query', async () => {
  await gateway.merchants.update(gateway.merchant.mchId, { suspended: true });
  await expect(findings(listed('payin', 'A-1'))).rejects.toMatchObject({ code: 'account_suspended' });
});

test('reconcile keeps its results after a rejection and marks the remaining orders with the reason', async () => {
  await client.payins.create({ mchOrderNo: 'A-1', amount: '500.00' });
  const action = { kind: 'status', status: 403, error: 'account_suspended' } as const;
  gateway.faults.add({ endpoint: '*', mchOrderNo: 'A-3', phase: 'before', action });
  const asked = await ask(listedPayins('A-1', 'A-2', 'A-3', 'A-4'));
  expect(told(asked)).toEqual([
    'A-1 matching',
    'A-2 missing',
    'A-3 unknown account_suspended',
    'A-4 unknown not queried: account_suspended: The merchant account is suspended.',
  ]);
  expect(asked.stop).toEqual({ kind: 'refused', error: 'account_suspended' });
});

test('reconcile continues after a rejection that concerns only one order', async () => {
  const action = { kind: 'status', status: 422, error: 'invalid_mch_order_no' } as const;
  gateway.faults.add({ endpoint: 'check-order-status', mchOrderNo: 'A-1', phase: 'before', action });
  expect(told(await ask(listedPayins('A-1', 'A-2')))).toEqual([
    'A-1 unknown invalid_mch_order_no',
    'A-2 missing',
  ]);
});

test('above the rate limit, reconcile waits for Retry-After and repeats the query', async () => {
  await gateway.clock.freeze();
  await gateway.settings.update({ rateLimitPerMinute: 4 });
  const orders = listedPayins('A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6');
  const asked = await ask(orders, { wait });
  expect(told(asked)).toEqual(orders.map(({ mchOrderNo }) => `${mchOrderNo} missing`));
  expect({ waits, stop: asked.stop }).toEqual({ waits: [60_000], stop: undefined });
});

test('reconcile waits until the signature lock of the IP address ends', async () => {
  await gateway.clock.freeze();
  await gateway.settings.update({ signatureLock: { failures: 1, lockSeconds: 900 } });
  const { baseUrl, fetch, merchant } = gateway;
  const stranger = new GatewayClient({ baseUrl, fetch, ...merchant, mchKey: 'another-key', maxRetries: 0 });
  await stranger.payins.retrieve({ mchOrderNo: 'A-1' }).catch(() => {});
  expect(told(await ask(listedPayins('A-1'), { wait }))).toEqual(['A-1 missing']);
  expect(waits).toEqual([900_000]);
});

test('reconcile stops after twenty minutes of waiting for the gateway and keeps its results', async () => {
  const action = { kind: 'status', status: 429, error: 'rate_limited', retryAfter: 300 } as const;
  gateway.faults.add({ endpoint: '*', mchOrderNo: 'A-2', phase: 'before', action });
  const asked = await ask(listedPayins('A-1', 'A-2', 'A-3'));
  expect(told(asked).map((text) => text.slice(0, 31))).toEqual([
    'A-1 missing',
    'A-2 unknown rate_limited',
    'A-3 unknown not queried: rate_l',
  ]);
  expect(waits).toEqual([300_000, 300_000, 300_000, 300_000]);
});

test.each([
  ['before an order', 2, 'not queried: interrupted'],
  ['while it waits', undefined, 'interrupted'],
])(
  'reconcile returns its results and marks the remaining orders when interrupted %s',
  async (_case, before, third) => {
    const stop = new AbortController();
    const action = { kind: 'status', status: 429, error: 'rate_limited', retryAfter: 600 } as const;
    if (before === undefined)
      gateway.faults.add({ endpoint: '*', mchOrderNo: 'A-3', phase: 'before', action });
    const asked = await ask(listedPayins('A-1', 'A-2', 'A-3', 'A-4'), {
      stop: stop.signal,
      onOrder: (_order, index) => index + 1 === before && queueMicrotask(() => stop.abort()),
      wait: async () => stop.abort(),
    });
    expect(told(asked).slice(-2)).toEqual([`A-3 unknown ${third}`, 'A-4 unknown not queried: interrupted']);
    expect(asked.stop).toEqual({ kind: 'interrupted' });
  },
);

test('a received error code cannot send control characters to the terminal', async () => {
  const body = { code: 429, success: false, message: 'Slower.', error: 'slow\u202edown' };
  const { baseUrl, merchant } = gateway;
  const fetch = async () => Response.json(body, { status: 429 });
  const stop = new AbortController();
  const whys: string[] = [];
  await ask(listedPayins('A-1'), {
    client: new GatewayClient({ baseUrl, fetch, ...merchant, maxRetries: 0 }),
    stop: stop.signal,
    wait: async (_ms, why) => {
      whys.push(why);
      stop.abort();
    },
  });
  expect(whys).toEqual(['the gateway returned slow\\u{202e}down']);
});
