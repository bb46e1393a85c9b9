import { describe, expect, it, vi } from 'vitest';
import {
  type Creation,
  callsBy,
  creations,
  failureOf,
  nextRequest,
  type WireFault,
  type World,
  walletAfter,
  ways,
  withTimers,
} from './world.ts';

type Action = WireFault['action'];
type Phase = WireFault['phase'];

interface Row {
  readonly fault: string;
  readonly phase: Phase;
  readonly action: Action;
  /** Error of the call if the fault applies to every attempt. */
  readonly error: object;
}

const phases: readonly Phase[] = ['before', 'after'];

/** Faults after which the outcome of the call is unknown. */
const rows: readonly Row[] = phases.flatMap((phase): readonly Row[] => [
  { fault: 'drop', phase, action: { kind: 'drop' }, error: { name: 'ConnectionError' } },
  { fault: 'truncate', phase, action: { kind: 'truncate' }, error: { name: 'ConnectionError' } },
  {
    fault: 'status 500',
    phase,
    action: { kind: 'status', status: 500, error: 'server_error' },
    error: { name: 'ApiError', status: 500, code: 'server_error' },
  },
  {
    fault: 'status 503',
    phase,
    action: { kind: 'status', status: 503, error: 'maintenance' },
    error: { name: 'ApiError', status: 503, code: 'maintenance' },
  },
  {
    fault: 'garbage',
    phase,
    action: { kind: 'garbage' },
    error: { name: 'ResponseError', status: 502, body: expect.stringContaining('<html>') },
  },
]);

/** Checks how many orders have this order number, and how much they debited. */
async function expectMade({ gateway, client }: World, creation: Creation, count: number): Promise<void> {
  expect(await creation.found(gateway, 'N-1')).toHaveLength(count);
  expect(await gateway.merchants.wallet(gateway.merchant.mchId)).toMatchObject(
    walletAfter(count * creation.debit),
  );
  expect(await client.balance.retrieve()).toMatchObject(walletAfter(count * creation.debit));
  expect(await gateway.ledger.check()).toMatchObject({ balanced: true });
}

describe.each(ways)('create calls %s', (way, open) => {
  describe.each(callsBy(way, creations))('$endpoint', (creation) => {
    const { endpoint, create, found, tellsDuplicates } = creation;

    describe.each(rows)('$fault, $phase the commit', ({ phase, action, error }) => {
      const committed = phase === 'after' ? 1 : 0;

      it('the client retries a create call that fails once and returns the single order', async () => {
        const world = await open();
        world.gateway.faults.add({ endpoint, phase, action, times: 1 });
        const created = await create(world.client, 'N-1');
        expect(await world.requests()).toBe(2);
        expect(await found(world.gateway, 'N-1')).toEqual([created.id]);
        expect(created.duplicate).toBe(tellsDuplicates && committed === 1);
        await expectMade(world, creation, 1);
      });

      it('a create call that fails at every attempt leaves the outcome unknown', async () => {
        const world = await open();
        world.gateway.faults.add({ endpoint, phase, action });
        const failure = await failureOf(create(world.client, 'N-1'));
        expect(failure).toMatchObject({ ...error, outcome: 'unknown', attempts: 3 });
        expect(await world.requests()).toBe(3);
        world.gateway.faults.clear();
        await expectMade(world, creation, committed);
        const { duplicate } = await create(world.client, 'N-1');
        expect(duplicate).toBe(tellsDuplicates && committed === 1);
        await expectMade(world, creation, 1);
      });

      it('a create call without retries sends one request and leaves the outcome unknown', async () => {
        const world = await open();
        world.gateway.faults.add({ endpoint, phase, action });
        const failure = await failureOf(create(world.clientWith({ maxRetries: 0 }), 'N-1'));
        expect(failure).toMatchObject({ ...error, outcome: 'unknown', attempts: 1 });
        expect(await world.requests()).toBe(1);
        world.gateway.faults.clear();
        await expectMade(world, creation, committed);
      });
    });

    it.each(phases)('a create call that hangs %s the commit succeeds with a retry', async (phase) => {
      const world = await open();
      world.gateway.faults.add({ endpoint, phase, action: { kind: 'hang' }, times: 1 });
      const seen = nextRequest(world);
      const created = await withTimers(async () => {
        const call = create(world.clientWith({ timeout: 3_000 }), 'N-1');
        await seen;
        await vi.advanceTimersByTimeAsync(2_999);
        expect(await world.requests()).toBe(1);
        await vi.advanceTimersByTimeAsync(1);
        // With a backoff of zero, the wait before the retry is a timer of zero milliseconds.
        await vi.advanceTimersByTimeAsync(1);
        return call;
      });
      expect(created.duplicate).toBe(tellsDuplicates && phase === 'after');
      expect(await world.requests()).toBe(2);
      await expectMade(world, creation, 1);
    });

    it.each(phases)(
      'without retries, a create call that hangs %s the commit has an unknown outcome',
      async (phase) => {
        const world = await open();
        world.gateway.faults.add({ endpoint, phase, action: { kind: 'hang' } });
        const seen = nextRequest(world);
        const failure = await withTimers(async () => {
          const call = failureOf(create(world.clientWith({ timeout: 3_000, maxRetries: 0 }), 'N-1'));
          await seen;
          await vi.advanceTimersByTimeAsync(3_000);
          return call;
        });
        expect(failure).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', attempts: 1 });
        expect(await world.requests()).toBe(1);
        world.gateway.faults.clear();
        await expectMade(world, creation, phase === 'after' ? 1 : 0);
      },
    );

    describe('429 rate_limited', () => {
      const limited = { kind: 'status', status: 429, error: 'rate_limited' } as const;

      it('the client retries once after a 429, exactly at the end of Retry-After', async () => {
        const world = await open();
        const action = { ...limited, retryAfter: 7 };
        world.gateway.faults.add({ endpoint, phase: 'before', action, times: 1 });
        const retry = Promise.withResolvers<number>();
        const hooks = { beforeRetry: ({ delay }: { readonly delay: number }) => retry.resolve(delay) };
        const created = await withTimers(async () => {
          const call = create(world.clientWith({ hooks }), 'N-1');
          expect(await retry.promise).toBe(7_000);
          await vi.advanceTimersByTimeAsync(6_999);
          expect(await world.requests()).toBe(1);
          await vi.advanceTimersByTimeAsync(1);
          return call;
        });
        expect(created.duplicate).toBe(false);
        expect(await world.requests()).toBe(2);
        await expectMade(world, creation, 1);
      });

      it('a call fails immediately if the Retry-After of a 429 is too long', async () => {
        const world = await open();
        const action = { ...limited, retryAfter: 31 };
        world.gateway.faults.add({ endpoint, phase: 'before', action });
        const failure = await failureOf(create(world.client, 'N-1'));
        const told = { name: 'ApiError', status: 429, code: 'rate_limited', retryAfter: 31_000 };
        expect(failure).toMatchObject({ ...told, outcome: 'rejected', attempts: 1 });
        expect(await world.requests()).toBe(1);
        world.gateway.faults.clear();
        await expectMade(world, creation, 0);
      });

      it('if every attempt returns 429, the call fails with the outcome rejected and creates no order', async () => {
        const world = await open();
        world.gateway.faults.add({ endpoint, phase: 'before', action: limited });
        const failure = await failureOf(create(world.client, 'N-1'));
        expect(failure).toMatchObject({ name: 'ApiError', status: 429, outcome: 'rejected', attempts: 3 });
        expect(await world.requests()).toBe(3);
        world.gateway.faults.clear();
        await expectMade(world, creation, 0);
      });

      it('a 429 does not resolve the unknown outcome of an earlier attempt', async () => {
        const world = await open();
        const { gateway } = world;
        gateway.faults.add({ endpoint, phase: 'after', action: { kind: 'drop' }, times: 1 });
        const call = failureOf(create(world.clientWith({ maxRetries: 1 }), 'N-1'));
        await nextRequest(world);
        gateway.faults.add({ endpoint, phase: 'before', action: limited });
        expect(await call).toMatchObject({ code: 'rate_limited', outcome: 'unknown', attempts: 2 });
        expect(await world.requests()).toBe(2);
        gateway.faults.clear();
        await expectMade(world, creation, 1);
      });

      it('the client does not retry after too_many_failures', async () => {
        const world = await open();
        const action = { ...limited, error: 'too_many_failures', retryAfter: 1 };
        world.gateway.faults.add({ endpoint, phase: 'before', action });
        const failure = await failureOf(create(world.client, 'N-1'));
        expect(failure).toMatchObject({ code: 'too_many_failures', outcome: 'rejected', attempts: 1 });
        expect(await world.requests()).toBe(1);
      });
    });

    it('with a `delay` fault, the create response arrives late, without a retry', async () => {
      const world = await open();
      world.gateway.faults.add({ endpoint, phase: 'after', action: { kind: 'delay', ms: 20 } });
      expect(await create(world.client, 'N-1')).toMatchObject({ duplicate: false });
      expect(await world.requests()).toBe(1);
      world.gateway.faults.clear();
      await expectMade(world, creation, 1);
    });
  });
});

describe.each(ways)('%s', (_way, open) => {
  it('a rejection does not resolve the unknown outcome of an earlier attempt', async () => {
    const world = await open();
    world.gateway.faults.add({ endpoint: 'payout', phase: 'before', action: { kind: 'drop' }, times: 1 });
    const params = { mchOrderNo: 'N-1', amount: '150000.00', upiId: 'asha@okhdfcbank' };
    const failure = await failureOf(world.client.payouts.create(params));
    expect(failure).toMatchObject({ code: 'insufficient_balance', outcome: 'unknown', attempts: 2 });
    expect(await world.requests()).toBe(2);
    expect(await world.client.balance.retrieve()).toMatchObject(walletAfter(0));
  });

  it('a payout that the gateway rejects at the first attempt has the outcome rejected and debits nothing', async () => {
    const world = await open();
    const params = { mchOrderNo: 'N-1', amount: '150000.00', upiId: 'asha@okhdfcbank' };
    const failure = await failureOf(world.client.payouts.create(params));
    expect(failure).toMatchObject({ code: 'insufficient_balance', outcome: 'rejected', attempts: 1 });
    expect(await world.requests()).toBe(1);
    expect(await world.client.balance.retrieve()).toMatchObject(walletAfter(0));
  });

  it.each(phases)(
    'the client does not retry a link without clientRef (connection dropped %s the commit)',
    async (phase) => {
      const world = await open();
      world.gateway.faults.add({ endpoint: 'create-link', phase, action: { kind: 'drop' } });
      const failure = await failureOf(world.client.links.create({ amount: '500.00' }));
      expect(failure).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', attempts: 1 });
      expect(await world.requests()).toBe(1);
      expect((await world.gateway.links.list()).items).toHaveLength(phase === 'after' ? 1 : 0);
    },
  );

  it('a create call to a closed port has the outcome not_sent', async () => {
    const world = await open();
    await world.gateway.listen().catch(() => undefined);
    const { baseUrl } = world.gateway;
    await world.gateway.close();
    const client = world.clientWith({ baseUrl, fetch: (request) => fetch(request) });
    const failure = await failureOf(client.payins.create({ mchOrderNo: 'N-1', amount: '500.00' }));
    expect(failure).toMatchObject({ name: 'ConnectionError', outcome: 'not_sent', attempts: 3 });
  });
});
