import { accessSync, closeSync, constants, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { applicationId, initialRows, journalTriggers, schema, schemaVersion } from './schema.ts';
import { asStoreError, notOpened, StoreError } from './store-error.ts';

/** Value of SQLite. Every query returns integers as bigint, because numbers would round paise. */
export type Value = string | number | bigint | null;

/** Save the function at load time, because a test that fakes timers must not stop a commit. */
const atEndOfTurn = setImmediate;

/** Maximum wait for a lock in real milliseconds, because two simultaneous starts block each other for a short time. */
const lockWaitMs = 300;

/**
 * Maximum size in bytes of a file that is checked completely when it is opened: about 50,000 orders. The check of a 1 GB
 * file took more than ten seconds. In a larger file, only the tables that every request needs are checked.
 */
const checkedWhole = 64 * 1024 * 1024;
const neededByAll = ['merchants', 'accounts', 'state'];

/**
 * One SQLite database that this process owns. The first write of a turn of the event loop begins a transaction, and the
 * end of the turn commits it, so all requests of the turn share one wait for the disk.
 */
export class Database {
  /** Name of the store in messages: the path of its file, or `the store in memory`. */
  readonly name: string;
  /** Absolute path, or null for a database in memory. */
  readonly file: string | null;
  readonly #sqlite: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** The INSERT statement of each table. */
  readonly #inserts = new Map<string, string>();
  /** The transaction of this turn. */
  #turn: PromiseWithResolvers<void> | null = null;

  /** Number of times that all data was replaced, so that longer work notices it. */
  replacements = 0;

  /** Called after each commit. */
  committed: () => void = () => {};
  /** Called after a transaction was rolled back. */
  rolledBack: () => void = () => {};

  /**
   * Opens a file, which this process owns until it closes the file or dies, or a database in memory.
   *
   * @throws {StoreError} The file stays unchanged
   */
  constructor(file: string | null) {
    this.file = file === null ? null : path.resolve(file);
    this.name = file ?? 'the store in memory';
    this.#sqlite = this.file === null ? openMemory() : openFile(this.file);
  }

  get isOpen(): boolean {
    return this.#sqlite.isOpen;
  }

  /** Returns the first row, or undefined. The cast to `Row` is safe, because the tables are STRICT. */
  get<Row>(sql: string, ...values: Value[]): Row | undefined {
    return this.#named(() => this.#statement(sql).get(...values)) as Row | undefined;
  }

  all<Row>(sql: string, ...values: Value[]): Row[] {
    return this.#named(() => this.#statement(sql).all(...values)) as Row[];
  }

  /** Writes. Call it only inside `write`. */
  run(sql: string, ...values: Value[]): void {
    this.#named(() => this.#statement(sql).run(...values));
  }

  /**
   * Converts a failure of SQLite to a StoreError that names the store. A failed read rolls the turn back too, because its
   * request returns an error and must not have written anything.
   */
  #named<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#rollBack(error);
    }
  }

  /** Inserts a row. The keys are the columns: all rows of a table have the same keys in the same order. */
  insert(table: string, row: Readonly<Record<string, Value>>): void {
    let sql = this.#inserts.get(table);
    if (sql === undefined) {
      const columns = Object.keys(row);
      sql = `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`;
      this.#inserts.set(table, sql);
    }
    this.run(sql, ...Object.values(row));
  }

  /** Writes these columns of the row in which `key` has this value. */
  update(table: string, row: Readonly<Record<string, Value>>, key: string, value: Value): void {
    const columns = Object.keys(row).map((column) => `${column} = ?`);
    this.run(`UPDATE ${table} SET ${columns.join()} WHERE ${key} = ?`, ...Object.values(row), value);
  }

  exec(sql: string): void {
    this.#named(() => this.#opened.exec(sql));
  }

  get #opened(): DatabaseSync {
    if (this.isOpen) return this.#sqlite;
    throw new StoreError('store_closed', `${this.name} is closed because its gateway is closed`);
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#opened.prepare(sql);
    statement.setReadBigInts(true);
    this.#statements.set(sql, statement);
    return statement;
  }

  /**
   * Runs writes in the transaction of this turn. If they throw, the whole turn is rolled back, and every request of the
   * turn fails. An operation therefore decides first and writes last.
   */
  write<T>(work: () => T): T {
    try {
      this.#begin();
      return work();
    } catch (error) {
      throw this.#rollBack(error);
    }
  }

  /**
   * Resolves when everything that was written so far is on disk. No response leaves the gateway before, because it can
   * tell of a write of the same turn.
   *
   * @throws {StoreError} if the commit failed and nothing was stored
   */
  onDisk(): Promise<void> {
    return this.#turn?.promise ?? Promise.resolve();
  }

  #begin(): void {
    if (this.#turn !== null) return;
    this.#statement('BEGIN IMMEDIATE').run();
    this.#turn = Promise.withResolvers();
    // A turn without a listener is not an unhandled rejection: its writers report the failure themselves.
    this.#turn.promise.catch(() => {});
    atEndOfTurn(() => {
      try {
        this.commit();
      } catch {
        // The promise of the turn has told all its writers.
      }
    });
  }

  /**
   * Commits now what this turn has written.
   *
   * @throws {StoreError} Nothing was stored
   */
  commit(): void {
    const turn = this.#turn;
    if (turn === null) return;
    try {
      this.#statement('COMMIT').run();
    } catch (error) {
      throw this.#rollBack(error);
    }
    this.#turn = null;
    turn.resolve();
    this.committed();
  }

  #rollBack(cause: unknown): unknown {
    const error = asStoreError(cause, this.name);
    const turn = this.#turn;
    if (turn === null || !this.isOpen) return error;
    this.#turn = null;
    try {
      // A full disk makes SQLite roll back by itself.
      if (this.#sqlite.isTransaction) this.#sqlite.exec('ROLLBACK');
    } catch {
      // SQLite ends the transaction even if it reports an error.
    }
    turn.reject(error);
    this.rolledBack();
    return error;
  }

  /**
   * Empties every table and fills it in one transaction, which is on disk when this function returns. Without triggers
   * and foreign keys, SQLite frees the pages of a table without reading its rows.
   *
   * @param fill receives the names of the tables
   * @throws {StoreError} Nothing was changed
   */
  replaceAll(fill: (tables: readonly string[]) => void): void {
    this.commit();
    this.exec('PRAGMA foreign_keys = OFF');
    try {
      this.write(() => {
        this.exec(journalTriggers.drop);
        const tables = this.#tables();
        for (const table of tables) this.exec(`DELETE FROM ${table}`);
        fill(tables);
        this.exec(journalTriggers.create);
      });
      this.commit();
      this.replacements += 1;
    } finally {
      this.exec('PRAGMA foreign_keys = ON');
    }
  }

  /**
   * Replaces all rows with those of a copy of the same schema.
   *
   * @throws {StoreError} Nothing was changed
   */
  replaceWith(file: string): void {
    this.commit();
    this.#sqlite.prepare('ATTACH ? AS copy').run(file);
    try {
      this.replaceAll((tables) => {
        for (const table of tables) this.exec(`INSERT INTO ${table} SELECT * FROM copy.${table}`);
      });
    } finally {
      this.exec('DETACH copy');
    }
  }

  /** Writes a copy of the committed state to a file that does not exist yet. */
  copyTo(file: string): void {
    try {
      this.#sqlite.prepare('VACUUM INTO ?').run(file);
    } catch (error) {
      throw asStoreError(error, file);
    }
  }

  #tables(): readonly string[] {
    const sql = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;
    return this.all<{ name: string }>(sql).map(({ name }) => name);
  }

  /** Commits and closes. Later calls fail with StoreError `store_closed`. */
  close(): void {
    if (!this.isOpen) return;
    try {
      this.commit();
    } finally {
      this.#statements.clear();
      this.#sqlite.close();
    }
  }
}

function openMemory(): DatabaseSync {
  const sqlite = new DatabaseSync(':memory:');
  createTables(sqlite);
  return sqlite;
}

/** @param file absolute path */
function openFile(file: string): DatabaseSync {
  if (!existsSync(path.dirname(file)))
    throw new StoreError('store_unreadable', `${file} cannot be opened: its folder does not exist`);
  const size = sizeOf(file);
  if (size > 0) refuseForeign(file);
  let sqlite: DatabaseSync | undefined;
  try {
    if (size > 0 && sizeOf(`${file}-wal`) > 0) refuseDamagedWithLog(file, size);
    // The file contains keys. SQLite gives its log the same permissions.
    closeSync(openSync(file, 'a', 0o600));
    sqlite = new DatabaseSync(file, { timeout: lockWaitMs });
    // Set this mode before the first read of the file. With a permanent lock, WAL needs no shared memory next to the
    // file, and no other process can use the file. The lock belongs to the operating system.
    sqlite.exec('PRAGMA locking_mode = EXCLUSIVE');
    // The first page of a new file says whose it is. After a crash or with a full disk, the next start continues.
    const mark = size === 0 ? `PRAGMA application_id = ${applicationId};` : '';
    sqlite.exec(`BEGIN EXCLUSIVE; ${mark} COMMIT`);
    // SQLite has no folder for its temporary files in a container with a read-only root.
    sqlite.exec('PRAGMA temp_store = MEMORY');
    if (isEmpty(sqlite)) createTables(sqlite);
    else refuseDamaged(sqlite, file, size);
    // FULL is required. With NORMAL, SQLite syncs the write-ahead log only at the next checkpoint (sqlite.org/pragma,
    // synchronous), so a power loss would lose acknowledged writes (invariant: what a response confirms is on disk).
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    return sqlite;
  } catch (error) {
    sqlite?.close();
    throw asStoreError(error, file);
  }
}

/** Size in bytes of a writable file, or 0 if it does not exist. */
function sizeOf(file: string): number {
  let problem = notOpened;
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) return 0;
    problem = 'cannot be written to; check its permissions';
    accessSync(file, constants.R_OK | constants.W_OK);
    return size;
  } catch (error) {
    throw new StoreError('store_unreadable', `${file} ${problem}`, { cause: error });
  }
}

const headerBytes = 100;

/**
 * Reads the header of a file (sqlite.org/fileformat2, 1.3) without SQLite, which could change the file or its
 * write-ahead log.
 */
function refuseForeign(file: string): void {
  const header = headerOf(file);
  const refuse = (code: 'store_corrupt' | 'store_version', reason: string) =>
    new StoreError(code, `${file} ${reason}; the file is unchanged`);
  if (!header.toString('latin1').startsWith('SQLite format 3\0'))
    throw refuse('store_corrupt', 'is not a gateway store');
  if (header.readUInt32BE(68) !== applicationId)
    throw refuse('store_corrupt', 'is a database of another program');
  const version = header.readUInt32BE(60);
  // Version 0 is a new file whose tables were not created.
  if (version !== schemaVersion && version !== 0) throw otherVersion(file);
}

function otherVersion(file: string): StoreError {
  return new StoreError(
    'store_version',
    `${file} was written by another version of the gateway: use that version, or another file; the file is unchanged`,
  );
}

function headerOf(file: string): Buffer {
  const header = Buffer.alloc(headerBytes);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    readSync(descriptor, header);
    return header;
  } catch (error) {
    throw new StoreError('store_unreadable', `${file} ${notOpened}`, { cause: error });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function isEmpty(sqlite: DatabaseSync): boolean {
  return sqlite.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}

function createTables(sqlite: DatabaseSync): void {
  sqlite.exec(`
    BEGIN IMMEDIATE;
    ${schema} ${journalTriggers.create} ${initialRows}
    PRAGMA application_id = ${applicationId};
    PRAGMA user_version = ${schemaVersion};
    COMMIT;
  `);
}

function refuseDamaged(sqlite: DatabaseSync, file: string, size: number): void {
  if (sqlite.prepare('PRAGMA user_version').get()?.['user_version'] === 0) throw otherVersion(file);
  const checks =
    size > checkedWhole ? neededByAll.map((table) => `quick_check(${table})`) : ['quick_check(1)'];
  const isSound = (check: string) => sqlite.prepare(`PRAGMA ${check}`).get()?.['quick_check'] === 'ok';
  if (!checks.every(isSound))
    throw new StoreError('store_corrupt', `${file} is damaged; the file is unchanged`);
}

/**
 * Checks a file with a leftover log over a read-only connection, which only creates an index of the log. SQLite would
 * write the log into a damaged file when it closes it.
 */
function refuseDamagedWithLog(file: string, size: number): void {
  const index = `${file}-shm`;
  const hadIndex = existsSync(index);
  const sqlite = new DatabaseSync(file, { timeout: lockWaitMs, readOnly: true });
  try {
    refuseDamaged(sqlite, file, size);
  } finally {
    sqlite.close();
    if (!hadIndex) rmSync(index, { force: true });
  }
}
