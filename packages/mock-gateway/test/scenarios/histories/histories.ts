import fc from 'fast-check';
import { expect } from 'vitest';
import { createMockGateway, type GatewayOptions, type MockGateway } from '../../../src/index.ts';
import { newState } from '../../model/model.ts';
import { start } from '../harness.ts';
import { ScriptedNetwork } from '../sender.ts';
import { histories } from './commands.ts';
import { merchants } from './merchants.ts';
import type { Stage } from './steps.ts';

const config: GatewayOptions = {
  merchants: merchants.map((merchant) => ({
    ...merchant,
    callbackUrl: `http://merchant.example/${merchant.mchId}`,
    balance: '20000.00',
    limits: { payoutDaily: '6000.00' },
  })),
  settings: { rateLimitPerMinute: 1_000_000 },
  // Ignore lost callbacks, because the test expects them.
  onError: (error) => {
    throw error;
  },
};

const shops = Object.fromEntries(
  merchants.map(({ mchId }) => [mchId, { available: 2_000_000n, dailyLimit: 600_000n }]),
);

async function open(db: string): Promise<Stage & { readonly close: () => Promise<void> }> {
  const network = new ScriptedNetwork();
  const opened = (options: GatewayOptions) =>
    createMockGateway({ ...config, ...options, db, sender: network.send });
  let gateway: MockGateway = await opened({ clock: { now: start, mode: 'frozen' } });
  const restart = async () => {
    await gateway.close();
    gateway = await opened({});
    return gateway;
  };
  const close = () => gateway.close();
  return { gateway, merchants, orderNos: new Map(), network, restart, close, before: null };
}

export interface Histories {
  readonly numRuns: number;
  readonly maxSteps: number;
  readonly seed: number;
  /** Returns the path of a new database file. */
  readonly file: () => string;
}

/**
 * Expects that the invariants are true after every step of any sequence, and that no delivery is pending eight hours
 * later.
 */
export async function expectHistories({ numRuns, maxSteps, seed, file }: Histories): Promise<void> {
  const property = fc.asyncProperty(histories(maxSteps), async (steps) => {
    const real = await open(file());
    try {
      const state = newState(Date.parse(start), shops);
      await fc.asyncModelRun(() => ({ model: { state }, real }), steps);
      await expectNothingPending(real.gateway);
    } finally {
      await real.close();
    }
  });
  await fc.assert(property, { numRuns, seed });
}

/** Invariant 10: without faults, no delivery is pending eight hours later. */
async function expectNothingPending(gateway: MockGateway): Promise<void> {
  await gateway.faults.clear();
  await gateway.clock.advance('8h');
  expect(await gateway.callbacks.settle()).toEqual({ settled: true, pending: 0 });
  for (const state of ['pending', 'delivering'] as const) {
    expect((await gateway.callbacks.list({ state })).items).toEqual([]);
  }
  for (const kind of ['payins', 'links'] as const) {
    expect((await gateway[kind].list({ status: 'pending' })).items).toEqual([]);
  }
}
