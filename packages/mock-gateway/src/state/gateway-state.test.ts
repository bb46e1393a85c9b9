import { beforeEach, describe, expect, it } from 'vitest';
import { GatewayClock } from '../clock/gateway-clock.ts';
import { defaultSettings } from '../configuration/options.ts';
import { aRequest } from '../observability/samples.contract.ts';
import { sampleMerchant } from '../store/samples.contract.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import type { Change } from '../store/store.ts';
import { GatewayState } from './gateway-state.ts';

const merchant = sampleMerchant();
const settings = { ...defaultSettings, rateLimitPerMinute: 7 };
const change: Change = [
  { write: 'put_settings', settings, version: 1 },
  { write: 'insert_merchant', merchant },
];
const lockAtOnce = { failures: 1, windowSeconds: 1, lockSeconds: 9 };

describe('generations, which end at a reset', () => {
  let state: GatewayState;
  beforeEach(() => {
    state = new GatewayState({ store: openStore(null), clock: new GatewayClock(), failed: () => {} });
  });

  it('a reset ends the generation and deletes its limits, locks, faults and log', async () => {
    const before = state.generation;
    await before.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'drop' } });
    await before.rates.admit('a', 1, 0);
    await before.locks.recordFailure('::1', lockAtOnce, 0);
    await before.checks.begin('M1', { state: 'running', startedAt: 0, url: '', message: null, checks: [] });
    await state.log.record(aRequest());
    state.log.protect({ mchKey: 'former-key', mchSecret: 'former-secret' });
    await state.startOver({ settings, change });
    expect([before.isPresent(), before.ended.aborted]).toEqual([false, true]);
    const after = state.generation;
    expect(after.isPresent()).toBe(true);
    expect(await after.faults.list()).toEqual([]);
    expect(await after.rates.admit('a', 1, 0)).toBeNull();
    expect(await after.locks.lockOf('::1', 0)).toBeNull();
    expect(await after.checks.last('M1')).toBeNull();
    expect(await after.settings.get()).toEqual(settings);
    expect(await state.log.tally()).toEqual({ total: 0, refused: 0 });
    expect(state.log.hideKeys('former-key')).toBe('former-key');
    expect(state.log.hideKeys(merchant.mchSecret)).toBe('***');
    expect(await state.store.merchants.get(merchant.mchId)).toEqual(merchant);
  });

  it('the current generation never counts entries of an ended generation', async () => {
    const before = state.generation;
    await state.startOver({ settings, change });
    await before.rates.admit('a', 1, 0);
    await before.locks.recordFailure('::1', lockAtOnce, 0);
    expect(await state.generation.rates.admit('a', 1, 0)).toBeNull();
    expect(await state.generation.locks.lockOf('::1', 0)).toBeNull();
  });

  it('generationAfterReset waits for a reset in progress', async () => {
    const before = state.generation;
    const reset = state.startOver({ settings, change });
    const after = await state.generationAfterReset();
    await reset;
    expect(after).toBe(state.generation);
    expect([after === before, before.isPresent()]).toEqual([false, false]);
    expect(await after.settings.get()).toEqual(settings);
  });

  it('a commit in an ended generation fails and stores nothing', async () => {
    const before = state.generation;
    await state.startOver({ settings, change });
    const late = sampleMerchant();
    await expect(before.store.commit([{ write: 'insert_merchant', merchant: late }])).rejects.toMatchObject({
      code: 'store_reset',
    });
    expect(await state.store.merchants.get(late.mchId)).toBeNull();
  });

  it('the state continues unchanged when a reset fails', async () => {
    await state.generation.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'drop' } });
    const twice: Change = [...change, ...change];
    await expect(state.startOver({ settings, change: twice })).rejects.toThrow();
    expect(state.generation.isPresent()).toBe(true);
    expect(await state.generation.faults.list()).toHaveLength(1);
    expect(await state.generation.settings.get()).toEqual(defaultSettings);
  });

  it('the store closes with its gateway', async () => {
    await state.close();
    await expect(state.store.merchants.all()).rejects.toMatchObject({ code: 'store_closed' });
  });
});
