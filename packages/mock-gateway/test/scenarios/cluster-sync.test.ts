import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ClusterSync, Shared } from '../../src/cluster/shared.ts';
import { openGateway } from '../../src/gateway.ts';
import { openBackend } from '../../src/open-backend.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { callerOf, start } from './harness.ts';
import { rejecting, ScriptedNetwork } from './sender.ts';
import { aWhile } from './slow-store.ts';

/** Opens a gateway on a backend with simulated other instances. */
async function openWithSync(sync: ClusterSync, change: (shared: Shared) => Shared = (shared) => shared) {
  const options = {
    clock: { now: start, mode: 'frozen' as const },
    sender: new ScriptedNetwork(rejecting).send,
  };
  const errors: unknown[] = [];
  const backend = await openBackend(options);
  const gateway = await openGateway({ ...options, onError: (error) => errors.push(error) }, async () => ({
    connect: (connecting) => change({ ...backend.connect(connecting), sync }),
  }));
  onTestFinished(() => gateway.close());
  return { gateway, errors };
}

function away(): ClusterSync & { isReached: boolean; hasOthers: boolean } {
  const sync = {
    isReached: true,
    hasOthers: true,
    synchronize: async () => {
      if (!sync.isReached) throw new StoreError('store_unavailable', 'nobody is there');
    },
    stand: async () => {},
  };
  return sync;
}

describe('gateway with other instances', () => {
  it('a gateway applies the changes of other instances before each request to any of its APIs', async () => {
    const synchronize = vi.fn(async () => {});
    const { gateway } = await openWithSync({ ...away(), synchronize });
    const counts: number[] = [];
    for (const call of [
      () => callerOf(gateway).payin(),
      () => callerOf(gateway).createLink({ amount: '500.00' }),
      () => gateway.fetch(`${gateway.url}/_mock/clock`),
      () => gateway.fetch(`${gateway.url}/pay/nothing`),
    ]) {
      synchronize.mockClear();
      await call();
      counts.push(synchronize.mock.calls.length);
    }
    expect(counts.map((count) => count > 0)).toEqual([true, true, true, true]);
  });

  it('a delayed request reads the changes of other instances again after its delay', async () => {
    const synchronize = vi.fn(async () => {});
    const { gateway } = await openWithSync({ ...away(), synchronize });
    const countOf = async (call: () => Promise<unknown>) => {
      synchronize.mockClear();
      await call();
      return synchronize.mock.calls.length;
    };
    const calls = [
      () => callerOf(gateway).payin(),
      () => callerOf(gateway).createLink({ client_ref: 'REF', amount: '500.00' }),
    ];
    for (const call of calls) expect(await countOf(call)).toBe(1);
    await gateway.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'delay', ms: 1 } });
    for (const call of calls) expect(await countOf(call)).toBe(2);
  });

  it('a gateway returns maintenance errors during an outage of the shared backend', async () => {
    const sync = away();
    const { gateway, errors } = await openWithSync(sync);
    sync.isReached = false;
    expect(await callerOf(gateway).payin()).toMatchObject({ status: 503, error: 'maintenance' });
    expect(await callerOf(gateway).createLink({ amount: '500.00' })).toMatchObject({
      status: 500,
      error: 'server_error',
    });
    const orders = await gateway.fetch(`${gateway.url}/_mock/payins`);
    expect([orders.status, await orders.json()]).toMatchObject([503, { error: 'store_unavailable' }]);
    expect((await gateway.fetch(`${gateway.url}/pay/token`)).status).toBe(503);
    const health = await gateway.fetch(`${gateway.url}/_mock/health`);
    expect([health.status, await health.json()]).toMatchObject([200, { status: 'store_unavailable' }]);
    const ready = await gateway.fetch(`${gateway.url}/_mock/ready`);
    const message = 'The gateway’s store accepts no writes: store_unavailable.';
    expect([ready.status, await ready.json()]).toEqual([503, { ready: false, error: 'not_ready', message }]);
    expect(errors).not.toEqual([]);
    sync.isReached = true;
    expect((await callerOf(gateway).payin()).status).toBe(200);
    expect(await gateway.ready()).toEqual({ ready: true });
  });

  it.each([
    ['after the log contains it, if another instance runs', true],
    ['before the log contains it, if no other instance runs', false],
  ])('a gateway responds to a request %s [contract:control.requests]', async (_, hasOthers) => {
    const recorded = Promise.withResolvers<void>();
    const { gateway } = await openWithSync({ ...away(), hasOthers }, (shared) => {
      const { record } = shared.log;
      shared.log.record = async (request) => {
        await recorded.promise;
        return record.call(shared.log, request);
      };
      return shared;
    });
    const answered = vi.fn();
    const asked = callerOf(gateway).payin().finally(answered);
    await vi.waitUntil(async () => (await gateway.payins.list()).items.length === 1, { timeout: 15_000 });
    await aWhile();
    expect(answered).toHaveBeenCalledTimes(hasOthers ? 0 : 1);
    recorded.resolve();
    expect((await asked).status).toBe(200);
  });

  it('a gateway responds to a request that it cannot log and reports the failure to onError', async () => {
    const trouble = new StoreError('store_unavailable', 'nobody is there');
    const { gateway, errors } = await openWithSync(away(), (shared) => {
      shared.log.record = () => Promise.reject(trouble);
      return shared;
    });
    expect((await callerOf(gateway).payin()).status).toBe(200);
    expect(errors).toEqual([trouble]);
  });

  it('if another instance resets during a request, the gateway handles the request as if it came after the reset', async () => {
    let isReset = false;
    const { gateway } = await openWithSync(away(), (shared) => ({
      ...shared,
      generation: () => {
        const generation = shared.generation();
        const commit: typeof generation.store.commit = async (change) => {
          if (isReset) return generation.store.commit(change);
          isReset = true;
          throw new StoreError('store_reset', 'somebody has reset it');
        };
        return { ...generation, ended: generation.ended, store: { ...generation.store, commit } };
      },
    }));
    expect(await callerOf(gateway).payin()).toMatchObject({ status: 200, data: { mchOrderNo: 'ORDER-1' } });
    expect(isReset).toBe(true);
  });
});
