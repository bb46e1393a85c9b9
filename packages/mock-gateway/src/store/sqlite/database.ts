import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { StoreError } from '../store-error.ts';
import { asStoreError, troubleOf } from './errors.ts';
import { endAllLeases } from './leases.ts';
import { versions } from './schema.ts';

export type Db = Database.Database;

/** `INRG`, in the header of every file of ours: what has another is somebody else's database. */
const applicationId = 0x494e5247;

/** Two gateways that start at the same moment get in each other's way for an instant; one of them goes on. */
const lockWaitMs = 300;

/** SQLite's smallest page. It takes a file of one byte for an empty one and would write over it. */
const smallestFile = 512;

/**
 * The largest file that is read whole before it is used, some 50,000 orders: a gigabyte took ten seconds and more. Of a
 * larger one it is what every request needs, and a page of the others that is damaged is refused when it is read.
 */
const readWhole = 64 * 1024 * 1024;
const neededByAll = ['merchants', 'accounts', 'settings', 'config', 'clock'];

/** A database that is gone when it is closed. */
export function openMemory(): Db {
  // SQLite's own `:memory:` keeps every page dirty and walks through all of them at each commit, so that a commit
  // costs more and more; a deserialised image is written through like a file (measured: 21 -> 33 against 26 -> 31
  // microseconds from the first order to the 200,000th, and it goes on).
  const db = new Database(emptyImage());
  db.pragma('foreign_keys = ON');
  return db;
}

let image: Buffer | undefined;

/** The bytes of a database that has the tables and nothing in them. */
function emptyImage(): Buffer {
  if (image !== undefined) return image;
  const db = new Database(':memory:');
  migrate(db);
  image = db.serialize();
  db.close();
  return image;
}

/**
 * Opens or makes a file, and keeps every other process out of it until it is closed or the process dies, however it
 * dies: the lock is the operating system's.
 *
 * @throws {StoreError} `store_locked`, `store_newer`, `store_corrupt`, `store_unreadable`; the file is then as it was
 */
export function openFile(file: string): Db {
  const path = resolve(file);
  if (!existsSync(dirname(path))) {
    throw new StoreError('store_unreadable', `${path} cannot be opened: its folder does not exist`);
  }
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0 && size < smallestFile) {
    throw new StoreError('store_corrupt', `${path} is not a store of this gateway, and was left as it is`);
  }
  try {
    return prepare(new Database(path, { timeout: lockWaitMs }), { path, isLarge: size > readWhole });
  } catch (error) {
    throw asStoreError(error, path);
  }
}

interface File {
  readonly path: string;
  readonly isLarge: boolean;
}

function prepare(db: Db, file: File): Db {
  try {
    // Before the first look into the file: it locks for good, and WAL then needs no shared memory beside it.
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE; COMMIT');
    inspect(db, file);
    upgrade(db, file.path);
    // Written into the file, so that it comes after an upgrade, which leaves the file as it was when it fails.
    db.pragma('journal_mode = WAL');
    // FULL and nothing less: with NORMAL a write-ahead log is on disk at its next checkpoint only (sqlite.org/pragma,
    // synchronous), and a power loss would take what was answered since. A killed process loses nothing with either,
    // as the operating system has its writes (invariant: what was answered is on disk).
    db.pragma('synchronous = FULL');
    // The file is locked, so whoever had a lease is dead: what a crash has left half done is due again.
    db.exec(endAllLeases);
    db.pragma('foreign_keys = ON');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Looks, and changes nothing. */
function inspect(db: Db, { path, isLarge }: File): void {
  const version = schemaVersion(db);
  const application = db.pragma('application_id', { simple: true });
  if (application === 0 && version === 0 && tableNames(db).length === 0) return;
  if (application !== applicationId) {
    throw new StoreError('store_corrupt', `${path} is a database of another program, and was left as it is`);
  }
  if (version > versions.length) {
    throw new StoreError(
      'store_newer',
      `${path} was written by a newer version of the gateway; use that one`,
    );
  }
  // SQLite itself refuses a file that is shorter than it says.
  const checks = isLarge ? neededByAll.map((table) => `quick_check(${table})`) : ['quick_check(1)'];
  if (checks.some((check) => db.pragma(check, { simple: true }) !== 'ok')) {
    throw new StoreError('store_corrupt', `${path} is damaged, and was left as it is`);
  }
}

/** Brings a file to the present version, and says what to do where that fails: the file is then as it was. */
function upgrade(db: Db, path: string): void {
  const from = schemaVersion(db);
  try {
    migrate(db);
  } catch (cause) {
    if (from === 0) throw cause;
    const { code, trouble } = troubleOf(cause) ?? {
      code: 'store_corrupt',
      trouble: 'holds data that the new version does not accept',
    };
    throw new StoreError(
      code,
      `${path} could not be upgraded from version ${from} to ${versions.length} of the store, and was left as it was: ` +
        `it ${trouble}. Use the version of the gateway that wrote the file, or another file.`,
      { cause },
    );
  }
}

/**
 * Brings the tables to the present version, all of the way or not at all. Foreign keys are off afterwards: tables that others
 * refer to are dropped and made anew (sqlite.org/lang_altertable, "Making Other Kinds Of Table Schema Changes"), and the
 * pragma does nothing inside a transaction.
 */
function migrate(db: Db): void {
  if (schemaVersion(db) === versions.length) return;
  db.pragma('foreign_keys = OFF');
  db.transaction(() => bringUp(db)).immediate();
}

function bringUp(db: Db): void {
  for (const statements of versions.slice(schemaVersion(db))) db.exec(statements);
  db.pragma(`application_id = ${applicationId}`);
  db.pragma(`user_version = ${versions.length}`);
}

/** Drops every table, makes them anew and fills them, or does nothing: the only way past the journal's triggers. */
export function recreate(db: Db, fill: () => void): void {
  const anew = db.transaction(() => {
    for (const name of tableNames(db)) db.exec(`DROP TABLE "${name}"`);
    db.pragma('user_version = 0');
    bringUp(db);
    fill();
  });
  db.pragma('foreign_keys = OFF');
  try {
    anew.immediate();
  } finally {
    db.pragma('foreign_keys = ON');
  }
}

function schemaVersion(db: Db): number {
  return Number(db.pragma('user_version', { simple: true }));
}

function tableNames(db: Db): string[] {
  const statement = db.prepare<[], string>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  );
  return statement.pluck().all();
}
