import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMockGateway, type MockGateway } from '../../../src/index.ts';
import { start, temporaryFile } from '../harness.ts';
import { ScriptedNetwork } from '../sender.ts';
import { histories, type Real } from './commands.ts';
import { newModel } from './model.ts';

const callbackUrl = 'http://merchant.example/callbacks';

const config = {
  merchants: [
    {
      mchId: 'SHOP',
      mchKey: 'shop-key',
      mchSecret: 'shop-secret',
      callbackUrl,
      balance: '20000.00',
      limits: { payoutDaily: '6000.00' },
    },
  ],
  settings: { rateLimitPerMinute: 1_000_000 },
};

/** A gateway on a file of its own, which can be restarted. */
async function open(): Promise<Real> {
  const db = temporaryFile();
  const network = new ScriptedNetwork();
  const options = { ...config, db, sender: network.send };
  let gateway: MockGateway = await createMockGateway({ ...options, clock: { now: start, mode: 'frozen' } });
  onTestFinished(() => gateway.close());
  const restart = async () => {
    await gateway.close();
    gateway = await createMockGateway(options);
    return gateway;
  };
  return { gateway, network, callbackUrl, restart, before: null };
}

describe('whatever happens in whatever order', () => {
  it('the invariants hold after every step, and eight hours later nothing is pending [invariant:1] [invariant:2] [invariant:3] [invariant:4] [invariant:5] [invariant:6] [invariant:7] [invariant:8] [invariant:10]', async () => {
    const property = fc.asyncProperty(histories(80), async (steps) => {
      const real = await open();
      const model = newModel(Date.parse(start));
      await fc.asyncModelRun(() => ({ model, real }), steps);
      const { gateway } = real;
      await gateway.faults.clear();
      await gateway.clock.advance('8h');
      expect(await gateway.callbacks.settle()).toEqual({ settled: true, pending: 0 });
      for (const state of ['pending', 'delivering'] as const) {
        expect((await gateway.callbacks.list({ state })).items).toEqual([]);
      }
      for (const kind of ['payins', 'links'] as const) {
        expect((await gateway[kind].list({ status: 'pending' })).items).toEqual([]);
      }
      await gateway.close();
    });
    await fc.assert(property, { numRuns: 20 });
  }, 60_000);
});
