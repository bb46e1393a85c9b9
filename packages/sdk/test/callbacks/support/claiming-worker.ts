import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { createSqliteStore } from '../../../src/callbacks/stores/sqlite.ts';

/** Claims every available key, and ends without completing or releasing a key. */
const { name, keys } = workerData as { readonly name: string; readonly keys: number };
const database = new Database(name, { timeout: 60_000 });
database.exec('PRAGMA synchronous = OFF');
const store = createSqliteStore(database);
const claimed: string[] = [];
for (let key = 0; key < keys; key += 1) {
  if ((await store.claim(`${key}`)) === 'claimed') claimed.push(`${key}`);
}
parentPort?.postMessage(claimed);
