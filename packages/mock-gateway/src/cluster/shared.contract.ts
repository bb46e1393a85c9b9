import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../configuration/options.ts';
import { faultsContract } from '../faults/faults.contract.ts';
import { rateLimitsContract } from '../limits/rate-limits.contract.ts';
import { signatureLocksContract } from '../limits/signature-locks.contract.ts';
import { eventsContract } from '../observability/events.contract.ts';
import { requestLogContract } from '../observability/request-log.contract.ts';
import type { RequestLog } from '../observability/request-log.ts';
import { aRequest } from '../observability/samples.contract.ts';
import type { MerchantKeys } from '../observability/trace.ts';
import { sampleMerchant } from '../store/samples.contract.ts';
import type { Change } from '../store/store.ts';
import { currentSettingsContract } from './current-settings.contract.ts';
import { endpointChecksContract } from './endpoint-checks.contract.ts';
import { instancesContract } from './instances.contract.ts';
import { clusterLocksContract } from './locks.contract.ts';
import type { Shared } from './shared.ts';
import { wakeUpsContract } from './wake-ups.contract.ts';

export interface SharedContract {
  /** Opens two instances on a fresh backend. */
  readonly open: () => Promise<readonly [one: Shared, other: Shared]>;
  /** Waits until the messages of one instance have reached the other instance. */
  readonly settled: () => Promise<void>;
}

/** Tests that every shared backend must pass. */
export function sharedContract(name: string, { open, settled }: SharedContract): void {
  const ends =
    <Port>(of: (shared: Shared) => Port) =>
    async () => {
      const [one, other] = await open();
      return [of(one), of(other)] as const;
    };

  describe(`two gateways on ${name}`, () => {
    rateLimitsContract(ends((shared) => shared.generation().rates));
    signatureLocksContract(
      ends((shared) => shared.generation().locks),
      settled,
    );
    faultsContract(ends((shared) => asRequested(shared, shared.generation().faults)));
    endpointChecksContract(
      ends((shared) => shared.generation().checks),
      settled,
    );
    currentSettingsContract(
      ends((shared) => shared.generation()),
      settled,
    );
    requestLogContract(async () => knowingAlike(await open()));
    eventsContract(
      ends((shared) => shared.events),
      settled,
    );
    wakeUpsContract(
      ends((shared) => shared.wakeUps),
      settled,
    );
    clusterLocksContract(
      ends((shared) => shared.clusterLocks),
      settled,
    );
    instancesContract(ends((shared) => shared.instances));
    erasContract(open, settled);
  });
}

/** Calls a port as a request does: each access first synchronizes with the other instance. */
function asRequested<Port extends object>({ sync }: Shared, port: Port): Port {
  if (sync === null) return port;
  return new Proxy(port, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function') return call;
      return async (...parameters: unknown[]) => {
        await sync.synchronize();
        return Reflect.apply(call, target, parameters);
      };
    },
  });
}

/** The logs of both instances. Both instances load the merchants' keys before they mask an entry. */
function knowingAlike(ends: readonly [Shared, Shared]): readonly [RequestLog, RequestLog] {
  const both = ends.map(({ log }) => log);
  const alike = (log: RequestLog): RequestLog =>
    new Proxy(log, {
      get: (target, name) =>
        name === 'protect'
          ? (keys: MerchantKeys) => {
              for (const each of both) each.protect(keys);
            }
          : bound(target, Reflect.get(target, name)),
    });
  return [alike(ends[0].log), alike(ends[1].log)];
}

function bound(target: object, value: unknown): unknown {
  return typeof value === 'function' ? value.bind(target) : value;
}

function erasContract(open: SharedContract['open'], settled: SharedContract['settled']): void {
  const merchant = sampleMerchant();
  const settings = { ...defaultSettings, rateLimitPerMinute: 7 };
  const change: Change = [
    { write: 'put_settings', settings, version: 1 },
    { write: 'insert_merchant', merchant },
  ];

  describe('shared generations, which end at a reset', () => {
    it('a reset ends the generation for both gateways and deletes its limits, locks, faults and log', async () => {
      const [one, other] = await open();
      const [before, alike] = [one.generation(), other.generation()];
      await before.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'drop' } });
      await before.rates.admit('a', 1, 0);
      await before.locks.recordFailure('::1', { failures: 1, windowSeconds: 1, lockSeconds: 9 }, 0);
      await before.checks.begin('M1', { state: 'running', startedAt: 0, url: '', message: null, checks: [] });
      await one.log.record(aRequest());
      one.log.protect({ mchKey: 'former-key', mchSecret: 'former-secret' });
      await other.startOver({ settings, change });
      await settled();
      expect([before.isPresent(), alike.isPresent(), one.generation().isPresent()]).toEqual([
        false,
        false,
        true,
      ]);
      expect([before.ended.aborted, alike.ended.aborted]).toEqual([true, true]);
      const after = one.generation();
      expect(await after.faults.list()).toEqual([]);
      expect(await after.rates.admit('a', 1, 0)).toBeNull();
      expect(await after.locks.lockOf('::1', 0)).toBeNull();
      expect(await after.checks.last('M1')).toBeNull();
      expect(await after.settings.get()).toEqual(settings);
      expect(await one.log.tally()).toEqual({ total: 0, refused: 0 });
      expect(one.log.hideKeys('former-key')).toBe('former-key');
      expect(one.log.hideKeys(merchant.mchSecret)).toBe('***');
      expect(await one.store.merchants.get(merchant.mchId)).toEqual(merchant);
    });

    it('a generation starts with every key masked, so no reader ever sees a key', async () => {
      const [one, other] = await open();
      const before = one.generation();
      const merchants = Array.from({ length: 5 }, () => sampleMerchant());
      const wanted: Change = merchants.map((each) => ({ write: 'insert_merchant', merchant: each }));
      const reset = other.startOver({ settings, change: wanted });
      while (one.generation() === before) await new Promise((resolve) => setImmediate(resolve));
      expect(merchants.map(({ mchSecret }) => one.log.hideKeys(mchSecret))).toEqual(
        merchants.map(() => '***'),
      );
      await reset;
    });

    it('the current generation never counts entries of an ended generation', async () => {
      const [one, other] = await open();
      const before = one.generation();
      await other.startOver({ settings, change });
      await before.rates.admit('a', 1, 0);
      await before.locks.recordFailure('::1', { failures: 1, windowSeconds: 1, lockSeconds: 9 }, 0);
      expect(await other.generation().rates.admit('a', 1, 0)).toBeNull();
      expect(await other.generation().locks.lockOf('::1', 0)).toBeNull();
    });

    it('generationAfterReset returns the new generation to another instance after a reset', async () => {
      const [one, other] = await open();
      const before = other.generation();
      await one.startOver({ settings, change });
      const after = await other.generationAfterReset();
      expect(after).toBe(other.generation());
      expect([after === before, before.isPresent()]).toEqual([false, false]);
      expect(await after.settings.get()).toEqual(settings);
    });

    it('a commit in an ended generation fails and stores nothing', async () => {
      const [one, other] = await open();
      const before = one.generation();
      await other.startOver({ settings, change });
      const late = sampleMerchant();
      await expect(before.store.commit([{ write: 'insert_merchant', merchant: late }])).rejects.toMatchObject(
        { code: 'store_reset' },
      );
      expect(await one.store.merchants.get(late.mchId)).toBeNull();
    });

    it('a generation continues unchanged when a reset fails', async () => {
      const [one, other] = await open();
      await one.generation().faults.add({ endpoint: '*', phase: 'before', action: { kind: 'drop' } });
      const twice: Change = [...change, ...change];
      await expect(one.startOver({ settings, change: twice })).rejects.toThrow();
      expect(other.generation().isPresent()).toBe(true);
      expect(await other.generation().faults.list()).toHaveLength(1);
      expect((await other.generation().settings.get()).rateLimitPerMinute).toBe(
        defaultSettings.rateLimitPerMinute,
      );
    });

    it('the list of instances omits an instance that has closed', async () => {
      const [one, other] = await open();
      await one.instances.join({ id: 'gateway_a', startedAt: 1, delivering: () => 0 });
      await other.instances.join({ id: 'gateway_b', startedAt: 2, delivering: () => 0 });
      await one.close();
      expect(await other.instances.list()).toMatchObject([{ id: 'gateway_b' }]);
      await other.close();
    });

    it('both gateways share one store until the last gateway closes', async () => {
      const [one, other] = await open();
      await one.store.commit(change);
      await one.close();
      expect(await other.store.merchants.get(merchant.mchId)).toEqual(merchant);
      await other.close();
      await expect(other.store.merchants.all()).rejects.toMatchObject({ code: 'store_closed' });
    });
  });
}
