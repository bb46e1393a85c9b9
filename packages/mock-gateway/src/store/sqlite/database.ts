import { accessSync, closeSync, constants, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { StoreError } from '../store-error.ts';
import { createClaims, endAllClaims } from './claims-table.ts';
import { asLibraryError, asStoreError, notOpened } from './errors.ts';
import { initialRows, schema, schemaVersion } from './schema.ts';

export type Db = Database.Database;

/**
 * `INRG` in the header of each database file of this gateway. A file with another id was written by another program.
 */
const applicationId = 0x494e5247;

/** Maximum wait for a lock in real milliseconds, because two simultaneous starts block each other for a short time. */
const lockWaitMs = 300;

/** First bytes of each SQLite file. */
const magic = 'SQLite format 3\0';
/** Minimum size of an SQLite page in bytes. SQLite would treat a smaller file as empty and overwrite it. */
const smallestFile = 512;

/**
 * Maximum size in bytes of a file that is checked completely when it is opened. A file of this size contains about
 * 50,000 orders. The check of a 1 GB file took more than ten seconds. In a larger file, only the tables that every
 * request needs are checked. SQLite reports other damaged pages when it reads them.
 */
const readWhole = 64 * 1024 * 1024;
const neededByAll = ['merchants', 'accounts', 'settings', 'config', 'clock'];

/** Opens an in-memory database. Its content is deleted when it closes. */
export function openMemory(): Db {
  // SQLite's own `:memory:` keeps every page dirty and scans all pages at each commit, so commits become slower. SQLite
  // writes a deserialised image like a file. Over 200,000 orders, its commits slowed from 26 to 31 µs. With `:memory:`,
  // they slowed from 21 to 33 µs.
  const db = openImage(emptyImage());
  db.exec(createClaims);
  db.pragma('foreign_keys = ON');
  return db;
}

/** Opens the bytes of a database file in memory. */
export function openImage(image: Buffer): Db {
  return opened(image);
}

function opened(...args: ConstructorParameters<typeof Database>): Db {
  try {
    return new Database(...args);
  } catch (error) {
    throw asLibraryError(error);
  }
}

let image: Buffer | undefined;

/** Returns the bytes of a database with empty tables. */
function emptyImage(): Buffer {
  if (image !== undefined) return image;
  const db = opened(':memory:');
  createTables(db);
  image = db.serialize();
  db.close();
  return image;
}

/**
 * Opens or creates a file and locks it until it is closed or the process dies. The lock belongs to the operating
 * system.
 *
 * @throws {StoreError} `store_locked`, `store_version`, `store_corrupt`, `store_unreadable`. The file stays unchanged
 */
export function openFile(file: string): Db {
  const path = resolve(file);
  if (!existsSync(dirname(path))) {
    throw new StoreError('store_unreadable', `${path} cannot be opened: its folder does not exist`);
  }
  const size = sizeOf(path);
  const target = { path, isLarge: size > readWhole };
  if (size > 0) refuseForeign(path);
  try {
    if (size > 0 && sizeOf(`${path}-wal`) > 0) readWithLog(target);
    return prepare(opened(path, { timeout: lockWaitMs }), target);
  } catch (error) {
    throw asStoreError(error, path);
  }
}

/**
 * Rejects a file of another program or of another schema version. Reads the header without SQLite, because SQLite would
 * first write a leftover log into the file (sqlite.org/fileformat2, 1.3).
 */
function refuseForeign(path: string): void {
  const header = headerOf(path);
  if (header.byteLength < smallestFile || header.toString('latin1', 0, magic.length) !== magic) {
    throw new StoreError('store_corrupt', `${path} is not a gateway store; the file is unchanged`);
  }
  const [version, application] = [header.readInt32BE(60), header.readInt32BE(68)];
  if (application !== applicationId) {
    throw new StoreError('store_corrupt', `${path} is a database of another program; the file is unchanged`);
  }
  if (version !== schemaVersion) {
    throw new StoreError(
      'store_version',
      `${path} has store version ${version}, but this gateway uses version ${schemaVersion}; use the version that wrote the file, or another file`,
    );
  }
}

function headerOf(path: string): Buffer {
  let handle: number | undefined;
  try {
    handle = openSync(path, 'r');
    const header = Buffer.alloc(smallestFile);
    return header.subarray(0, readSync(handle, header));
  } catch (error) {
    throw new StoreError('store_unreadable', `${path} ${notOpened}`, { cause: error });
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/**
 * Inspects a file with a leftover log. SQLite writes the log into the file when it closes it, so a damaged file would
 * change. A read-only connection only creates an index of the log.
 */
function readWithLog(file: File): void {
  const index = `${file.path}-shm`;
  const hadIndex = existsSync(index);
  const db = opened(file.path, { timeout: lockWaitMs, readonly: true });
  try {
    inspect(db, file);
  } finally {
    db.close();
    if (!hadIndex) rmSync(index, { force: true });
  }
}

/** Size in bytes of a writable file, or 0 if it does not exist. */
function sizeOf(path: string): number {
  let problem = notOpened;
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) return 0;
    problem = 'cannot be written to; check its permissions';
    accessSync(path, constants.R_OK | constants.W_OK);
    return size;
  } catch (error) {
    throw new StoreError('store_unreadable', `${path} ${problem}`, { cause: error });
  }
}

interface File {
  readonly path: string;
  readonly isLarge: boolean;
}

function prepare(db: Db, file: File): Db {
  try {
    // Set this mode before the first read of the file. With a permanent lock, WAL needs no shared memory next to the
    // file.
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE; COMMIT');
    // SQLite has no folder for its temporary files in a container with a read-only root.
    db.pragma('temp_store = MEMORY');
    inspect(db, file);
    if (tableNames(db).length === 0) createTables(db);
    // Set this mode after the tables exist, so the header that the next start reads is in the file and not in a log.
    db.pragma('journal_mode = WAL');
    // FULL is required. With NORMAL, SQLite syncs the write-ahead log only at the next checkpoint (sqlite.org/pragma,
    // synchronous), so a power loss would lose acknowledged writes. If only the process dies, both modes keep all
    // writes (invariant: a response is sent after its data is on disk).
    db.pragma('synchronous = FULL');
    db.exec(createClaims);
    db.pragma('foreign_keys = ON');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Looks for damage without changing the file. SQLite itself rejects a truncated file. */
function inspect(db: Db, { path, isLarge }: File): void {
  const checks = isLarge ? neededByAll.map((table) => `quick_check(${table})`) : ['quick_check(1)'];
  if (checks.some((check) => db.pragma(check, { simple: true }) !== 'ok')) {
    throw new StoreError('store_corrupt', `${path} is damaged; the file is unchanged`);
  }
}

function createTables(db: Db): void {
  db.transaction(() => {
    db.exec(schema);
    db.pragma(`application_id = ${applicationId}`);
    db.pragma(`user_version = ${schemaVersion}`);
  }).immediate();
}

/**
 * Empties and fills every table, or does nothing. Only this function bypasses the triggers that protect the journal.
 * Keeps the tables, because that is faster than creating them.
 */
export function startAnew<T>(db: Db, fill: () => T): T {
  const anew = db.transaction(() => {
    const triggers = db
      .prepare<[], { name: string; sql: string }>(
        `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`,
      )
      .all();
    // Without triggers and foreign keys, SQLite frees the pages of a table and does not read its rows.
    for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`);
    for (const name of tableNames(db)) db.exec(`DELETE FROM "${name}"`);
    for (const { sql } of triggers) db.exec(sql);
    db.exec(initialRows);
    db.exec(endAllClaims);
    return fill();
  });
  db.pragma('foreign_keys = OFF');
  try {
    return anew.immediate();
  } finally {
    db.pragma('foreign_keys = ON');
  }
}

/**
 * Replaces every table with the table of an attached database of the same version, or does nothing. The attached
 * database must not contain claimed callbacks.
 *
 * @param from name of the attached database
 */
export function replaceTables(db: Db, from: string): void {
  const parts = db
    .prepare<[], { type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM "${from}".sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'`,
    )
    .all();
  const create = (...types: readonly string[]) => {
    for (const { type, sql } of parts) if (types.includes(type)) db.exec(sql);
  };
  const replace = db.transaction(() => {
    for (const name of tableNames(db)) db.exec(`DROP TABLE main."${name}"`);
    create('table');
    create('index');
    for (const { type, name } of parts)
      if (type === 'table') db.exec(`INSERT INTO main."${name}" SELECT * FROM "${from}"."${name}"`);
    create('trigger', 'view');
    db.exec(endAllClaims);
  });
  db.pragma('foreign_keys = OFF');
  try {
    replace.immediate();
  } finally {
    db.pragma('foreign_keys = ON');
  }
}

function tableNames(db: Db): string[] {
  const statement = db.prepare<[], string>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  );
  return statement.pluck().all();
}
