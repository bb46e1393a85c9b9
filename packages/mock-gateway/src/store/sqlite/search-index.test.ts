import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import { creditDeposit } from '../../domain/ledger.ts';
import { sampleMerchant, samplePayin, t0 } from '../samples.contract.ts';
import { openFile } from './database.ts';
import { SearchIndex } from './search-index.ts';
import { storeOver } from './sqlite-store.ts';
import { openTrigrams, TrigramFile } from './trigram-file.ts';

/** Searches a file of three orders until the index is complete or no longer used. Returns the number of results. */
async function searched(file: string, unindexed: number): Promise<number> {
  const db = openFile(file);
  const index = new SearchIndex(db, unindexed);
  const store = storeOver(db, file, Date.now, index);
  try {
    const merchant = sampleMerchant({ mchId: 'M' });
    await store.startOver([{ write: 'insert_merchant', merchant }]);
    for (const extra of ['a fan', 'a lamp', 'another fan'])
      await store.commit([{ write: 'insert_deposit', deposit: samplePayin('M', { extra }) }]);
    const search = () => store.deposits.list({ kind: 'payin', text: 'FAN' }, { limit: 5 });
    await search();
    await vi.waitUntil(() => !index.isFed, { timeout: 30_000, interval: 1 });
    return (await search()).items.length;
  } finally {
    await store.close();
  }
}

/** Pays the first order of a file, and searches for the payment until the index is complete. */
async function searchedPayment(file: string, utr: string): Promise<number> {
  const db = openFile(file);
  const index = new SearchIndex(db, 0);
  const store = storeOver(db, file, Date.now, index);
  try {
    const search = () => store.deposits.list({ kind: 'payin', text: utr }, { limit: 5 });
    const [order] = (await store.deposits.list({ kind: 'payin' }, { limit: 1 })).items;
    if (order === undefined) throw new Error('there is no order');
    const { orderNo, amount: paidAmount, version } = order;
    const state = { status: 'success', paidAmount, utr, paidAt: t0 } as const;
    const move = { orderNo, at: t0, from: 'pending', to: 'success', by: 'customer' } as const;
    await store.commit([
      { write: 'update_deposit', deposit: { ...order, state, version: version + 1 } },
      { write: 'record', move },
      { write: 'post', transaction: creditDeposit(order, { id: `tx_${randomUUID()}`, at: t0 }) },
    ]);
    await search();
    await vi.waitUntil(() => !index.isFed, { timeout: 30_000, interval: 1 });
    return (await search()).items.length;
  } finally {
    await store.close();
  }
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inrgate-search-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'store.db');
}

it('a search among few orders creates no index', async () => {
  const file = newFile();
  expect(await searched(file, 3)).toBe(2);
  expect(existsSync(`${file}.search`)).toBe(false);
  expect(await searched(file, 2)).toBe(2);
  expect(existsSync(`${file}.search`)).toBe(true);
});

it('a search leaves a file of another program unchanged', async () => {
  const file = newFile();
  const other = new Database(`${file}.search`);
  other.exec('CREATE TABLE notes (note TEXT)');
  other.close();
  const before = readFileSync(`${file}.search`);
  expect(await searched(file, 0)).toBe(2);
  expect(readFileSync(`${file}.search`)).toEqual(before);
  writeFileSync(`${file}.search`, 'no database');
  expect(await searched(file, 0)).toBe(2);
  expect(readFileSync(`${file}.search`, 'utf8')).toBe('no database');
});

it('a search with a damaged index reads every order until the next start builds a new index', async () => {
  const file = newFile();
  await searched(file, 0);
  const bytes = readFileSync(`${file}.search`);
  writeFileSync(`${file}.search`, bytes.fill(0xa5, 4096));
  expect(await searched(file, 0)).toBe(2);
  expect(existsSync(`${file}.search`)).toBe(false);
  expect(await searched(file, 0)).toBe(2);
  expect(existsSync(`${file}.search`)).toBe(true);
});

it('a search ignores an index of another copy of its database', async () => {
  const file = newFile();
  await searched(file, 0);
  const fixture = readFileSync(file);
  for (const utr of ['AAA111', 'BBB222']) {
    writeFileSync(file, fixture);
    // The same order is paid at the same instant of a frozen clock, so only generated values differ.
    expect(await searchedPayment(file, utr)).toBe(1);
    expect(existsSync(`${file}.search`)).toBe(true);
  }
});

it.each([
  ['no JSON', "'text'"],
  ['an object without the last rows', "json_remove(json, '$.reached')"],
  ['another type', "json_set(json, '$.reached.moves', NULL)"],
])('a search replaces an index if another program changed its progress to %s', async (_, json) => {
  const file = newFile();
  await searched(file, 0);
  const other = new Database(`${file}.search`);
  other.exec(`UPDATE progress SET json = ${json}`);
  other.close();
  expect(await searched(file, 0)).toBe(2);
  expect(existsSync(`${file}.search`)).toBe(true);
});

it.each(['progress', 'deposits'])(
  'a search reads every order if another program deleted the table %s',
  async (table) => {
    const file = newFile();
    await searched(file, 0);
    const other = new Database(`${file}.search`);
    other.exec(`DROP TABLE ${table}`);
    other.close();
    expect(await searched(file, 0)).toBe(2);
  },
);

it('a search deletes an index that fills the disk', async () => {
  const file = newFile();
  await searched(file, 0);
  const add = vi.spyOn(TrigramFile.prototype, 'add').mockImplementationOnce(() => {
    throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
  });
  onTestFinished(() => add.mockRestore());
  expect(await searched(file, 0)).toBe(2);
  expect(existsSync(`${file}.search`)).toBe(false);
});

it.skipIf(process.platform === 'win32')('an index has the permissions of its database', async () => {
  const file = newFile();
  openFile(file).close();
  chmodSync(file, 0o600);
  await searched(file, 0);
  const index = openTrigrams(`${file}.search`, file);
  const modes = ['', '-wal'].map((suffix) => statSync(`${file}.search${suffix}`).mode & 0o777);
  index?.close();
  expect(modes).toEqual([0o600, 0o600]);
});

it('an index that another program locks never blocks the event loop', () => {
  const file = newFile();
  openFile(file).close();
  const other = new Database(`${file}.search`);
  onTestFinished(() => void other.close());
  other.exec('BEGIN EXCLUSIVE');
  // Take the minimum of several attempts, because a busy machine can stand still for longer than SQLite waits.
  const waits = [1, 2, 3].map(() => {
    const start = performance.now();
    expect(() => openTrigrams(`${file}.search`, file)).toThrow('locked');
    return performance.now() - start;
  });
  expect(Math.min(...waits)).toBeLessThan(4_000);
});
