import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sharedStoreContract } from '../store.contract.ts';
import { sharedHandlersContract } from './handlers.contract.ts';
import { createSqliteStore, type SqliteDatabase, type SqliteStoreOptions } from './sqlite.ts';

const day = 86_400_000;

/** Creates a database file. Each call of the function opens another connection to the file. */
function file() {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-sqlite-'));
  const name = path.join(folder, 'callbacks.db');
  const databases: { close(): void }[] = [];
  onTestFinished(() => {
    for (const database of databases) database.close();
    rmSync(folder, { recursive: true });
  });
  const opened = <Opened extends SqliteDatabase & { close(): void }>(database: Opened) => {
    // No test concerns a power failure, so do not wait for the disk.
    database.exec('PRAGMA synchronous = OFF');
    databases.push(database);
    return database;
  };
  return {
    name,
    better: () => opened(new Database(name)),
    builtIn: () => opened(new DatabaseSync(name)),
  };
}

function shared(driver: 'better' | 'builtIn') {
  const { [driver]: open } = file();
  let now = 1_763_700_000_000;
  return {
    async connect() {
      const store = createSqliteStore(open(), { now: () => now });
      await store.createTable();
      return store;
    },
    expireLeases() {
      now += 300_000;
    },
  };
}

sharedStoreContract('the store in SQLite (better-sqlite3)', () => shared('better'));
sharedHandlersContract('SQLite', () => shared('better'));
sharedStoreContract('the store in SQLite (node:sqlite)', () => shared('builtIn'));

describe('the store in SQLite', () => {
  async function open(options: SqliteStoreOptions = {}) {
    const { better, name } = file();
    const clock = { now: 1_763_700_000_000 };
    const store = createSqliteStore(better(), { now: () => clock.now, ...options });
    await store.createTable();
    const other = createSqliteStore(better(), { now: () => clock.now, ...options });
    return { store, other, clock, name };
  }

  it('the SQLite store ends a claim between the first and the second gateway retry', async () => {
    const { store, other, clock } = await open();
    await store.claim('a');
    // An attempt takes at most 8 seconds (spec: Delivery rules 3).
    clock.now += 8_000 + 60_000 + 8_000;
    expect(await other.claim('a')).toBe('busy');
    clock.now += 300_000;
    expect(await other.claim('a')).toBe('claimed');
  });

  it('the SQLite store ends a lease at its last millisecond', async () => {
    const { store, other, clock } = await open({ lease: 5_000 });
    await store.claim('a');
    clock.now += 4_999;
    expect(await other.claim('a')).toBe('busy');
    clock.now += 1;
    expect(await other.claim('a')).toBe('claimed');
  });

  it('the SQLite store keeps a key until the key is pruned', async () => {
    const { store, other, clock } = await open();
    await store.claim('old');
    await store.complete('old');
    await store.claim('abandoned');
    clock.now += day;
    await other.claim('new');
    await other.complete('new');
    clock.now += 300_001;
    expect(await other.claim('old')).toBe('done');
    expect(await other.prune(day)).toBe(2);
    expect(await other.claim('new')).toBe('done');
    expect(await other.claim('old')).toBe('claimed');
    await expect(store.prune(day - 1)).rejects.toThrow('keepFor must be');
  });

  it('the SQLite store accepts a table name and describes the allowed names in its error', async () => {
    const { store, name } = await open({ table: 'main.shop_1' });
    const database = new Database(name);
    onTestFinished(() => void database.close());
    await store.claim('a');
    expect(database.prepare('SELECT key FROM shop_1').all()).toEqual([{ key: 'a' }]);
    for (const table of ['', 'a b', 'a"', 'A', '1a', 'a.b.c', 'a;', 'a.', 'ä', 'a'.repeat(64)]) {
      expect(() => createSqliteStore(database, { table })).toThrow('table must be');
    }
  });

  it('the SQLite store rejects an invalid database and an invalid lease time', () => {
    expect(() => createSqliteStore({} as SqliteDatabase)).toThrow('requires a database');
    const { better } = file();
    for (const lease of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => createSqliteStore(better(), { lease })).toThrow('lease must be');
    }
  });

  it('the SQLite store grants each key, even an abandoned key, to one of several threads', async () => {
    const { name, better } = file();
    const store = createSqliteStore(better(), { now: () => Date.now() + 300_000 });
    await store.createTable();
    const worker = new URL('../../../test/callbacks/support/claiming-worker.ts', import.meta.url);
    const claimed = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { promise, resolve, reject } = Promise.withResolvers<string[]>();
        new Worker(worker, { workerData: { name, keys: 100 } })
          .once('message', resolve)
          .once('error', reject);
        return promise;
      }),
    );
    const keys = claimed.flat();
    expect(keys).toHaveLength(100);
    expect(new Set(keys).size).toBe(100);
    // The killed threads have released nothing, but a lease has passed.
    for (const key of keys) expect(await store.claim(key)).toBe('claimed');
  });
});
