import { describe, expect, it, vi } from 'vitest';
import {
  failureOf,
  nextRequest,
  type WireFault,
  type World,
  walletAfter,
  ways,
  withTimers,
} from './world.ts';

type Action = WireFault['action'];

const phases = ['before', 'after'] as const;
const lost: readonly (readonly [string, Action])[] = [
  ['drop', { kind: 'drop' }],
  ['truncate', { kind: 'truncate' }],
  ['garbage', { kind: 'garbage' }],
  ['status 500', { kind: 'status', status: 500, error: 'server_error' }],
];

const payout = { mchOrderNo: 'W-1', amount: '1000.00', upiId: 'asha@okhdfcbank' };
const payin = { mchOrderNo: 'P-1', amount: '500.00' };

async function called({ gateway }: World): Promise<readonly (string | null)[]> {
  const { items } = await gateway.requests.list();
  return items.map(({ endpoint }) => endpoint).reverse();
}

async function expectPayouts({ gateway }: World, count: number): Promise<void> {
  expect((await gateway.payouts.list()).items).toHaveLength(count);
  expect(await gateway.merchants.wallet(gateway.merchant.mchId)).toMatchObject(walletAfter(count * 1_075));
}

const send = 'payout';
const ask = 'check-order-status';

describe.each(ways)("payouts.create with onUnknown 'query', %s", (_way, open) => {
  describe.each(lost)('%s', (_fault, action) => {
    it('after a lost response, the client finds the payout with a query and does not send the payout again', async () => {
      const world = await open();
      world.gateway.faults.add({ endpoint: 'payout', phase: 'after', action, times: 1 });
      const created = await world.client.payouts.create(payout, { onUnknown: 'query' });
      expect(created).toMatchObject({ mchOrderNo: 'W-1', status: 'pending', duplicate: true });
      expect(await called(world)).toEqual([send, ask]);
      await expectPayouts(world, 1);
    });

    it('after a lost request, the client sends the payout again, because its query does not find the payout', async () => {
      const world = await open();
      world.gateway.faults.add({ endpoint: 'payout', phase: 'before', action, times: 1 });
      const created = await world.client.payouts.create(payout, { onUnknown: 'query' });
      expect(created).toMatchObject({ mchOrderNo: 'W-1', duplicate: false });
      expect(await called(world)).toEqual([send, ask, send]);
      await expectPayouts(world, 1);
    });

    it('after a lost query response, the client repeats the query', async () => {
      const world = await open();
      for (const endpoint of [send, ask] as const) {
        world.gateway.faults.add({ endpoint, phase: 'after', action, times: 1 });
      }
      const created = await world.client.payouts.create(payout, { onUnknown: 'query' });
      expect(created).toMatchObject({ mchOrderNo: 'W-1', duplicate: true });
      expect(await called(world)).toEqual([send, ask, ask]);
      await expectPayouts(world, 1);
    });

    it.each(phases)('if every attempt is lost %s the commit, the outcome stays unknown', async (phase) => {
      const world = await open();
      world.gateway.faults.add({ endpoint: '*', phase, action });
      const failure = await failureOf(world.client.payouts.create(payout, { onUnknown: 'query' }));
      expect(failure).toMatchObject({ outcome: 'unknown' });
      world.gateway.faults.clear();
      await expectPayouts(world, phase === 'after' ? 1 : 0);
    });
  });

  it.each(phases)('after a hang %s the commit, the query resolves the outcome', async (phase) => {
    const world = await open();
    world.gateway.faults.add({ endpoint: 'payout', phase, action: { kind: 'hang' }, times: 1 });
    const seen = nextRequest(world);
    const created = await withTimers(async () => {
      const client = world.clientWith({ timeout: 3_000 });
      const call = client.payouts.create(payout, { onUnknown: 'query' });
      await seen;
      await vi.advanceTimersByTimeAsync(3_000);
      // With a backoff of zero, the wait before the retry is a timer of zero milliseconds.
      await vi.advanceTimersByTimeAsync(1);
      return call;
    });
    expect(created.duplicate).toBe(phase === 'after');
    expect(await called(world)).toEqual(phase === 'after' ? [send, ask] : [send, ask, send]);
    await expectPayouts(world, 1);
  });

  it("the client with onUnknown 'query' never returns an earlier payout with another amount", async () => {
    const world = await open();
    await world.client.payouts.create({ ...payout, amount: '2000.00' });
    world.gateway.faults.add({ endpoint: 'payout', phase: 'before', action: { kind: 'drop' }, times: 1 });
    const failure = await failureOf(world.client.payouts.create(payout, { onUnknown: 'query' }));
    expect(failure).toMatchObject({ name: 'ApiError', code: 'duplicate_order' });
    expect((await world.gateway.payouts.list()).items).toHaveLength(1);
  });
});

describe.each(ways)('recover %s', (_way, open) => {
  it.each(lost)('recover after %s reports the order that the gateway stores', async (_fault, action) => {
    const world = await open();
    const { client, gateway } = world;
    for (const phase of phases) {
      gateway.faults.add({ endpoint: 'payout', phase, action });
      gateway.faults.add({ endpoint: 'payin', phase, action });
      const params = { mchOrderNo: `N-${phase}`, amount: '1000.00' };
      await failureOf(client.payouts.create({ ...params, upiId: payout.upiId }, { maxRetries: 0 }));
      await failureOf(client.payins.create(params, { maxRetries: 0 }));
      gateway.faults.clear();
      const expected = phase === 'after' ? { exists: true, next: 'wait' } : { exists: false, next: 'create' };
      expect(await client.payouts.recover(params.mchOrderNo)).toMatchObject(expected);
      expect(await client.payins.recover(params.mchOrderNo)).toMatchObject(expected);
    }
    await expectPayouts(world, 1);
  });

  it('recover follows an order until its state is final', async () => {
    const { client, gateway } = await open();
    expect(await client.payins.recover('P-1')).toEqual({ exists: false, order: null, next: 'create' });
    const { orderNo } = await client.payins.create(payin);
    expect(await client.payins.recover('P-1')).toMatchObject({ next: 'wait', order: { status: 'pending' } });
    await gateway.payins.pay(orderNo);
    expect(await client.payins.recover('P-1')).toMatchObject({ next: 'done', order: { status: 'success' } });
  });

  it('recover fails if the response to its query is unreadable', async () => {
    const { client, gateway } = await open();
    gateway.faults.add({ endpoint: ask, phase: 'before', action: { kind: 'garbage' } });
    expect(await failureOf(client.payouts.recover('W-1'))).toMatchObject({ name: 'ResponseError' });
  });
});
