import type { CallOptions, GatewayClient } from '@inrgate/sdk';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { callsBy, failureOf, nextRequest, type WireFault, type World, ways, withTimers } from './world.ts';

interface Query {
  readonly call: string;
  readonly endpoint: WireFault['endpoint'];
  /** Reads the orders that the test created beforehand. */
  readonly read: (client: GatewayClient, options?: CallOptions) => Promise<object>;
  readonly found: object;
}

let linkCode: string;

const queries: readonly Query[] = [
  {
    call: 'payins.retrieve',
    endpoint: 'check-order-status',
    read: (client, options) => client.payins.retrieve({ mchOrderNo: 'P-1' }, options),
    found: { type: 'payin', mchOrderNo: 'P-1', status: 'pending' },
  },
  {
    call: 'payouts.retrieve',
    endpoint: 'check-order-status',
    read: (client, options) => client.payouts.retrieve({ mchOrderNo: 'W-1' }, options),
    found: { type: 'payout', mchOrderNo: 'W-1', status: 'pending' },
  },
  {
    call: 'links.retrieve',
    endpoint: 'link-status',
    read: (client, options) => client.links.retrieve({ linkCode }, options),
    found: { clientRef: 'L-1', status: 'pending' },
  },
  {
    call: 'balance.retrieve',
    endpoint: 'check-gateway-balance',
    read: (client, options) => client.balance.retrieve(options),
    found: { available: '98925.00', frozen: '1075.00' },
  },
];

const phases = ['before', 'after'] as const;
type Action = WireFault['action'];

const faults: readonly { readonly fault: string; readonly action: Action; readonly error: object }[] = [
  { fault: 'drop', action: { kind: 'drop' }, error: { name: 'ConnectionError', outcome: 'unknown' } },
  { fault: 'truncate', action: { kind: 'truncate' }, error: { name: 'ConnectionError', outcome: 'unknown' } },
  {
    fault: 'status 500',
    action: { kind: 'status', status: 500, error: 'server_error' },
    error: { name: 'ApiError', status: 500, outcome: 'unknown' },
  },
  {
    fault: 'garbage',
    action: { kind: 'garbage' },
    error: { name: 'ResponseError', status: 502, outcome: 'unknown' },
  },
  {
    fault: '429',
    action: { kind: 'status', status: 429, error: 'rate_limited' },
    error: { name: 'ApiError', status: 429, outcome: 'rejected' },
  },
];

describe.each(ways)('read calls %s', (way, open) => {
  let world: World;
  let before: number;
  const made = async () => (await world.requests()) - before;

  beforeEach(async () => {
    world = await open();
    const { client } = world;
    await client.payins.create({ mchOrderNo: 'P-1', amount: '500.00' });
    await client.payouts.create({ mchOrderNo: 'W-1', amount: '1000.00', upiId: 'asha@okhdfcbank' });
    ({ linkCode } = await client.links.create({ clientRef: 'L-1', amount: '500.00' }));
    before = await world.requests();
  });

  describe.each(callsBy(way, queries))('$call', ({ endpoint, read, found }) => {
    describe.each(phases)('faults %s', (phase) => {
      it.each(faults)('a single fault $fault leads to a successful retry', async ({ action }) => {
        world.gateway.faults.add({ endpoint, phase, action, times: 1 });
        expect(await read(world.client)).toMatchObject(found);
        expect(await made()).toBe(2);
      });

      it.each(faults)(
        'if the fault $fault occurs at every attempt, the client reports an error',
        async ({ action, error }) => {
          world.gateway.faults.add({ endpoint, phase, action });
          expect(await failureOf(read(world.client))).toMatchObject({ ...error, attempts: 3 });
          expect(await made()).toBe(3);
        },
      );

      it('an attempt that hangs ends at the timeout', async () => {
        world.gateway.faults.add({ endpoint, phase, action: { kind: 'hang' } });
        const seen = nextRequest(world);
        const failure = await withTimers(async () => {
          const call = failureOf(read(world.clientWith({ timeout: 3_000, maxRetries: 0 })));
          await seen;
          await vi.advanceTimersByTimeAsync(3_000);
          return call;
        });
        expect(failure).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', attempts: 1 });
        expect(await made()).toBe(1);
      });

      it('with a `delay` fault, the read response arrives late', async () => {
        world.gateway.faults.add({ endpoint, phase, action: { kind: 'delay', ms: 10 } });
        expect(await read(world.client)).toMatchObject(found);
        expect(await made()).toBe(1);
      });
    });

    it('an abort ends the call immediately', async () => {
      world.gateway.faults.add({ endpoint, phase: 'before', action: { kind: 'hang' } });
      const reason = new Error('the customer has left');
      const giveUp = new AbortController();
      const call = failureOf(read(world.client, { signal: giveUp.signal }));
      await nextRequest(world);
      giveUp.abort(reason);
      expect(await call).toMatchObject({
        name: 'GatewayError',
        outcome: 'unknown',
        attempts: 1,
        cause: reason,
      });
      expect(await made()).toBe(1);
    });
  });
});
