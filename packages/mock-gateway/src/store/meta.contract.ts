import { describe, expect, it } from 'vitest';
import type { NewCallback } from '../domain/callback.ts';
import type { Notification } from '../domain/history.ts';
import { holdPayout, topUp } from '../domain/ledger.ts';
import {
  type CurrentStore,
  claimOne,
  sampleAttempt,
  sampleCallback,
  sampleMerchant,
  samplePayin,
  samplePayout,
  sampleSettings,
  t0,
  unique,
} from './samples.contract.ts';
import type { Write } from './store.ts';

const lease = { owner: 'a gateway', ms: 1_000 };

/** Test data for a table of one row: two values, and the content after the second put. */
interface Kept {
  readonly what: string;
  readonly first: (version: number) => Write;
  readonly second: (version: number) => Write;
  readonly read: () => Promise<unknown>;
  readonly value: unknown;
}

const stale = { committed: false, conflict: 'version' };

function noteOf(callback: NewCallback, id: string): Notification {
  return {
    id,
    mchId: callback.mchId,
    at: t0,
    kind: 'callback_undeliverable',
    callbackId: callback.id,
    orderNo: callback.orderNo,
    message: 'nowhere to send it',
  };
}

export function metaContract(store: CurrentStore): void {
  describe('settings, clock and history', () => {
    const frozen = { offset: -5, frozenAt: t0 };
    const changed = { ...sampleSettings, usdtRate: null, maintenance: true, latePayments: 'refuse' } as const;

    const unlimited = { ...changed, rateLimitPerMinute: null, signatureLock: null };

    it.each<Kept>([
      {
        what: 'settings',
        first: (version) => ({ write: 'put_settings', settings: sampleSettings, version }),
        second: (version) => ({ write: 'put_settings', settings: changed, version }),
        read: () => store().settings(),
        value: changed,
      },
      {
        what: 'clock',
        first: (version) => ({ write: 'put_clock', clock: { offset: 5, frozenAt: null }, version }),
        second: (version) => ({ write: 'put_clock', clock: frozen, version }),
        read: () => store().clock(),
        value: frozen,
      },
      {
        what: 'configuration',
        first: (version) => ({ write: 'put_config', config: '{"settings":{}}', version }),
        second: (version) => ({ write: 'put_config', config: '{"merchants":[]}', version }),
        read: () => store().config(),
        value: '{"merchants":[]}',
      },
      {
        what: 'settings without limits',
        first: (version) => ({ write: 'put_settings', settings: changed, version }),
        second: (version) => ({ write: 'put_settings', settings: unlimited, version }),
        read: () => store().settings(),
        value: unlimited,
      },
    ])('the store keeps only the newest version of the $what', async ({ first, second, read, value }) => {
      expect(await read()).toBeNull();
      expect(await store().commit([second(2)])).toEqual(stale);
      expect(await store().commit([first(1)])).toEqual({ committed: true });
      expect(await store().commit([second(1)])).toEqual(stale);
      expect(await store().commit([second(3)])).toEqual(stale);
      expect(await store().commit([second(2)])).toEqual({ committed: true });
      expect(await store().commit([first(2)])).toEqual(stale);
      expect(await read()).toEqual({ value, version: 2 });
    });

    it('the store keeps notifications per merchant, newest first', async () => {
      const merchant = sampleMerchant();
      const callback = sampleCallback(merchant.mchId, { url: null });
      const [first, second] = [noteOf(callback, unique('note_')), noteOf(callback, unique('note_'))];
      await store().commit([
        { write: 'insert_merchant', merchant },
        { write: 'enqueue', callback },
        { write: 'notify', notification: first },
        { write: 'notify', notification: second },
      ]);
      expect(await store().notifications(merchant.mchId, { limit: 5 })).toEqual({
        items: [second, first],
        nextCursor: null,
      });
      expect((await store().notifications('other', { limit: 5 })).items).toEqual([]);
    });
  });

  describe('reset of the store', () => {
    it('a reset of the store deletes everything, including the journal', async () => {
      const merchant = sampleMerchant();
      const { mchId } = merchant;
      const payin = samplePayin(mchId, { orderNo: 'PI1', mchOrderNo: 'same' });
      const callback = sampleCallback(mchId, { id: 'cb_1', orderNo: 'PI1' });
      const fill = () =>
        store().commit([
          { write: 'insert_merchant', merchant },
          { write: 'put_settings', settings: sampleSettings, version: 1 },
          { write: 'put_clock', clock: { offset: 1, frozenAt: null }, version: 1 },
          { write: 'insert_deposit', deposit: payin },
          { write: 'post', transaction: topUp(mchId, 5n, { id: 'tx_1', at: t0 }) },
          { write: 'add_daily', mchId, day: '2026-11-20', amount: 5n, max: 5n },
          { write: 'enqueue', callback },
          {
            write: 'record',
            move: { orderNo: 'PI1', at: t0, from: 'pending', to: 'success', by: 'operator' },
          },
          { write: 'notify', notification: noteOf(callback, 'note_1') },
        ]);
      await fill();
      const sent = await claimOne(store(), { now: t0, lease });
      if (sent === null) throw new Error('the callback is due');
      const retried = { state: 'pending', nextAttemptAt: t0, notification: null } as const;
      await store().callbacks.finish(sent, sampleAttempt(), retried);
      const held = await claimOne(store(), { now: t0, lease });
      expect(await store().startOver([])).toEqual({ committed: true });
      expect(await store().merchants.all()).toEqual([]);
      expect(await store().settings()).toBeNull();
      expect(await store().clock()).toBeNull();
      expect((await store().deposits.list({ kind: 'payin' }, { limit: 5 })).items).toEqual([]);
      expect((await store().callbacks.list({}, { limit: 5 })).items).toEqual([]);
      expect(await store().ledger.check()).toEqual({ balanced: true, accounts: 4, entries: 0, problems: [] });
      expect(held).not.toBeNull();
      expect(await fill()).toEqual({ committed: true });
      // A new row has the number of a deleted row.
      expect(await store().callbacks.get('cb_1')).toMatchObject({ state: 'pending', attempts: [] });
      expect((await store().deposits.history('PI1'))?.moves).toHaveLength(1);
      expect((await store().notifications(mchId, { limit: 5 })).items).toHaveLength(1);
      expect(await store().ledger.wallet(mchId)).toEqual({ available: 5n, held: 0n });
    });

    it('a reset of the store also deletes a change that was made just before the reset', async () => {
      const [old, merchant] = [sampleMerchant(), sampleMerchant()];
      await store().commit([{ write: 'insert_merchant', merchant: old }]);
      const late = store().commit([{ write: 'put_settings', settings: sampleSettings, version: 1 }]);
      const over = store().startOver([{ write: 'insert_merchant', merchant }]);
      expect([await late, await over]).toEqual([{ committed: true }, { committed: true }]);
      expect((await store().merchants.all()).map(({ mchId }) => mchId)).toEqual([merchant.mchId]);
      expect(await store().settings()).toBeNull();
    });

    it('a reset of the store deletes nothing when its change is rejected or fails', async () => {
      const [kept, merchant] = [sampleMerchant(), sampleMerchant()];
      await store().commit([{ write: 'insert_merchant', merchant: kept }]);
      const twice = { write: 'insert_merchant', merchant } as const;
      expect(await store().startOver([twice, twice])).toEqual({ committed: false, conflict: 'exists' });
      const broken = samplePayin(kept.mchId, { fee: 1n, netAmount: 1n });
      await expect(store().startOver([{ write: 'insert_deposit', deposit: broken }])).rejects.toThrow();
      expect(await store().merchants.all()).toEqual([kept]);
    });
  });

  describe('close of the store', () => {
    it('a closing store completes earlier calls but rejects later calls', async () => {
      const merchant = sampleMerchant();
      const last = store().commit([{ write: 'insert_merchant', merchant }]);
      await store().close();
      expect(await last).toEqual({ committed: true });
      await store().close();
      const closed = expect.objectContaining({ name: 'StoreError', code: 'store_closed' });
      for (const ask of [
        () => store().commit([{ write: 'insert_merchant', merchant }]),
        () => store().startOver([]),
        () => store().settings(),
        () => store().merchants.all(),
        () => store().deposits.nextExpiry(),
        () => claimOne(store(), { now: t0, lease }),
        () => store().ledger.check(),
      ]) {
        await expect(ask()).rejects.toEqual(closed);
      }
    });
  });

  describe('commit', () => {
    it('a commit stores nothing if one part is rejected or fails', async () => {
      const merchant = sampleMerchant();
      const other = sampleMerchant({ mchId: merchant.mchId });
      const refused = store().commit([
        { write: 'insert_merchant', merchant },
        { write: 'put_settings', settings: sampleSettings, version: 1 },
        { write: 'insert_merchant', merchant: other },
      ]);
      expect(await refused).toEqual({ committed: false, conflict: 'exists' });
      const broken = store().commit([
        { write: 'insert_merchant', merchant },
        { write: 'insert_deposit', deposit: samplePayin(merchant.mchId, { fee: 1n, netAmount: 1n }) },
      ]);
      await expect(broken).rejects.toThrow();
      expect(await store().merchants.all()).toEqual([]);
      expect(await store().settings()).toBeNull();
    });

    it('a commit returns the first precondition that failed', async () => {
      const merchant = sampleMerchant();
      await store().commit([{ write: 'insert_merchant', merchant }]);
      const { mchId } = merchant;
      const day = { write: 'add_daily', mchId, day: '2026-11-20', amount: 2n, max: 1n } as const;
      const stale = { write: 'update_deposit', deposit: samplePayin(mchId) } as const;
      expect(await store().commit([day, stale])).toEqual({ committed: false, conflict: 'daily_limit' });
      expect(await store().commit([stale, day])).toEqual({ committed: false, conflict: 'version' });
    });

    it('a commit reports an insufficient balance only if all other preconditions are met', async () => {
      const merchant = sampleMerchant();
      const { mchId } = merchant;
      await store().commit([{ write: 'insert_merchant', merchant }]);
      const payout = samplePayout(mchId);
      const hold = { write: 'post', transaction: holdPayout(payout, { id: unique('tx'), at: t0 }) } as const;
      const day = { write: 'add_daily', mchId, day: '2026-11-20', amount: 2n, max: 1n } as const;
      expect(await store().commit([hold, day])).toEqual({ committed: false, conflict: 'daily_limit' });
      expect(await store().commit([hold, { ...day, max: 2n }])).toEqual({
        committed: false,
        conflict: 'balance',
      });
      expect(await store().payouts.dailyTotal(mchId, day.day)).toBe(0n);
    });
  });
}
