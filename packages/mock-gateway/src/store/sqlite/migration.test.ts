import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { toAttemptRow, toCallbackRow } from '../rows/callback-rows.ts';
import {
  claimOne,
  sampleAttempt,
  sampleCallback,
  sampleLink,
  sampleMerchant,
  samplePayin,
  samplePayout,
  sampleSettings,
  t0,
} from '../samples.contract.ts';
import { type Db, openMemory } from './database.ts';
import { depositStatements } from './deposits.ts';
import { payoutStatements } from './payouts.ts';
import { versions } from './schema.ts';
import { openStore, storeOver } from './sqlite-store.ts';

/** Creates a file of an older version of the schema. */
function written(version: number, fill: (db: Db) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'inrgate-migration-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'store.db');
  const db = new Database(file);
  for (const statements of versions.slice(0, version)) db.exec(statements);
  db.pragma(`application_id = ${0x494e5247}`);
  db.pragma(`user_version = ${version}`);
  fill(db);
  db.close();
  return file;
}

/** Inserts the fields whose columns exist in this version. */
function insert(db: Db, table: string, row: Readonly<Record<string, unknown>>): void {
  const known = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
  const columns = Object.keys(row).filter((column) => known.includes(column));
  const places = columns.map(() => '?').join(', ');
  db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`).run(
    ...columns.map((column) => row[column]),
  );
}

const lease = { owner: 'a gateway', ms: 1_000 };
const shop = 'http://shop.example:3000/callbacks';
const tried = sampleCallback('M', { url: shop });
const lost = sampleCallback('M', { url: null });
const notification = {
  id: 'note_1',
  mch_id: 'M',
  at: t0,
  kind: 'callback_failed',
  order_no: null,
  message: 'x',
};

/** A merchant as the first version stores it. */
const merchant = {
  mch_id: 'M',
  mch_key: 'a key',
  mch_secret: 'a secret',
  callback_format: 'json',
  ip_allow_list: '[]',
  inr_enabled: 1,
  usdt_enabled: 1,
  suspended: 0,
  payin_min: 1,
  payin_max: 2,
  payout_min: 1,
  payout_max: 2,
  payout_daily: 2,
};

const settingsRow = {
  only: 1,
  usdt_rate: 900_000,
  order_validity_minutes: 30,
  late_payments: 'credit',
  failed_payin_callback: 1,
  rate_limit_per_minute: 9,
  lock_failures: 10,
  lock_window_seconds: 600,
  lock_seconds: 900,
  maintenance: 0,
  provider_available: 1,
};

function fillSecond(db: Db): void {
  insert(db, 'merchants', merchant);
  for (const callback of [tried, lost]) insert(db, 'callbacks', { ...toCallbackRow(callback) });
  insert(db, 'attempts', { ...toAttemptRow(1, sampleAttempt()) });
  insert(db, 'notifications', { ...notification, callback_id: tried.id });
}

it('an upgraded file of the second version keeps its data and adds the callback URL to each attempt', async () => {
  const store = openStore(written(2, fillSecond));
  onTestFinished(() => store.close());
  expect(await store.callbacks.get(tried.id)).toEqual({
    ...tried,
    mchOrderNo: null,
    state: 'pending',
    nextAttemptAt: t0,
    attempts: [sampleAttempt({ url: shop })],
  });
  expect((await store.notifications('M', { limit: 5 })).items).toHaveLength(1);
  const claim = await store.callbacks.claimForResend(lost.id, { url: shop, lease });
  if (claim === null) throw new Error('not claimed');
  const attempt = sampleAttempt({ url: shop, manual: true });
  await store.callbacks.finish(claim, attempt, { state: 'failed', nextAttemptAt: null, notification: null });
  expect(await store.callbacks.get(lost.id)).toMatchObject({ state: 'failed', url: shop });
});

it('an upgrade adds to each callback of the fourth version the order number from its order or its body', async () => {
  const [payin, payout] = [samplePayin('M'), samplePayout('M')];
  const [link, nameless] = [sampleLink('M', { clientRef: 'ref-1' }), sampleLink('M')];
  const test = { kind: 'test', event: 'test', orderNo: null } as const;
  const callbacks = [
    ...[payin, payout, link, nameless].map(({ orderNo }) => sampleCallback('M', { orderNo })),
    sampleCallback('M', { ...test, body: '{"mchOrderNo":"TEST-1","sign":"AB"}' }),
    sampleCallback('M', { ...test, format: 'form', body: 'amount=1.00&mchOrderNo=TEST-2&sign=AB' }),
    sampleCallback('M', { ...test, format: 'form', body: 'mchOrderNo=TEST-3' }),
  ];
  const file = written(4, (db) => {
    insert(db, 'merchants', merchant);
    for (const deposit of [payin, link, nameless])
      depositStatements(db).writes.insert_deposit({ write: 'insert_deposit', deposit });
    payoutStatements(db).writes.insert_payout({ write: 'insert_payout', payout });
    for (const callback of callbacks) insert(db, 'callbacks', { ...toCallbackRow(callback) });
  });
  const store = openStore(file);
  onTestFinished(() => store.close());
  const stored = await Promise.all(callbacks.map(({ id }) => store.callbacks.get(id)));
  const references = [payin.mchOrderNo, payout.mchOrderNo, 'ref-1', null];
  expect(stored.map((callback) => callback?.mchOrderNo)).toEqual([
    ...references,
    'TEST-1',
    'TEST-2',
    'TEST-3',
  ]);
});

it('a delivery that was running in a database of the fourth version becomes due again after the upgrade', async () => {
  const [scheduled, resent] = [sampleCallback('M'), sampleCallback('M')];
  const half = { state: 'delivering', lease_until: t0 + 1_800_000, fence: 3 };
  const file = written(4, (db) => {
    insert(db, 'merchants', merchant);
    insert(db, 'callbacks', { ...toCallbackRow(scheduled), ...half });
    insert(db, 'callbacks', {
      ...toCallbackRow(resent),
      ...half,
      resend_state: 'delivered',
      next_attempt_at: null,
    });
  });
  const store = openStore(file);
  onTestFinished(() => store.close());
  expect(await store.callbacks.get(resent.id)).toMatchObject({ state: 'delivered', nextAttemptAt: null });
  expect(await store.callbacks.nextDue()).toBe(t0);
  const claim = await claimOne(store, { now: t0, lease });
  expect(claim?.callback.id).toBe(scheduled.id);
});

it('a delivery that was running in a database of the seventh version becomes due again after the upgrade', async () => {
  const [scheduled, resent, waiting] = [sampleCallback('M'), sampleCallback('M'), sampleCallback('M')];
  const half = { state: 'delivering', lease_until: t0 + 30_000, lease_owner: 'a gateway', fence: 3 };
  const file = written(7, (db) => {
    insert(db, 'merchants', { ...merchant, version: 1 });
    insert(db, 'callbacks', { ...toCallbackRow(scheduled), ...half });
    const before = { resend_state: 'delivered', next_attempt_at: null };
    insert(db, 'callbacks', { ...toCallbackRow(resent), ...half, ...before });
    insert(db, 'attempts', { ...toAttemptRow(2, sampleAttempt()) });
    insert(db, 'callbacks', { ...toCallbackRow(waiting), next_attempt_at: t0 + 60_000, fence: 1 });
    insert(db, 'attempts', { ...toAttemptRow(3, sampleAttempt()) });
  });
  const store = openStore(file);
  onTestFinished(() => store.close());
  const attempts = [sampleAttempt()];
  expect(await store.callbacks.get(resent.id)).toMatchObject({ state: 'delivered', attempts });
  expect(await store.callbacks.get(waiting.id)).toMatchObject({ nextAttemptAt: t0 + 60_000, attempts });
  expect((await claimOne(store, { now: t0, lease }))?.callback.id).toBe(scheduled.id);
  expect(await claimOne(store, { now: t0, lease })).toBeNull();
  expect((await claimOne(store, { now: t0 + 60_000, lease }))?.callback).toMatchObject({
    id: waiting.id,
    attempts,
  });
});

it('an upgraded file of the fifth version keeps its settings', async () => {
  const file = written(5, (db) => insert(db, 'settings', { ...settingsRow, version: 7 }));
  const store = openStore(file);
  onTestFinished(() => store.close());
  const value = { ...sampleSettings, rateLimitPerMinute: 9 };
  expect(await store.settings()).toEqual({ value, version: 7 });
  const off = { ...value, rateLimitPerMinute: null, signatureLock: null };
  await store.commit([{ write: 'put_settings', settings: off, version: 8 }]);
  expect(await store.settings()).toEqual({ value: off, version: 8 });
});

it('an upgraded file contains the same tables as a new file', async () => {
  const file = written(2, fillSecond);
  await openStore(file).close();
  const db = new Database(file);
  onTestFinished(() => {
    db.close();
  });
  expect(db.pragma('foreign_key_check')).toEqual([]);
  const fresh = openMemory();
  onTestFinished(() => {
    fresh.close();
  });
  const tables = (of: Db) =>
    of.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
  expect(tables(db)).toEqual(tables(fresh));
});

it('a store checks foreign keys after a reset', async () => {
  const db = openMemory();
  const store = storeOver(db, 'a test');
  onTestFinished(() => store.close());
  await store.commit([{ write: 'insert_merchant', merchant: sampleMerchant({ mchId: 'M' }) }]);
  await store.commit([{ write: 'enqueue', callback: tried }]);
  await store.startOver([]);
  expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
  await expect(store.commit([{ write: 'enqueue', callback: tried }])).rejects.toThrow();
});
