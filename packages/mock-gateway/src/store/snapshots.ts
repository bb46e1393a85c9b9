import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { formatIst } from '@inrgate/sdk/internal';
import type { StoredClock } from './change.ts';
import type { Database } from './database.ts';
import { schemaVersion } from './schema.ts';
import { StoreError } from './store-error.ts';

/** A copy of the whole store. */
export interface Snapshot {
  readonly name: string;
  readonly createdAt: number;
  readonly orders: number;
}

/**
 * Named copies of the whole store. Each copy is one database file, which also describes itself. It is written whole and
 * then renamed, so a crash or a full disk keeps the copy of the same name. The copies of a store in memory are temporary
 * files.
 */
export class Snapshots {
  readonly #db: Database;
  #folder: string | null;

  constructor(db: Database) {
    this.#db = db;
    this.#folder = db.file === null ? null : `${db.file}.snapshots`;
  }

  /** Lists the copies by name. Omits a damaged copy. */
  list(): readonly Snapshot[] {
    return this.#names().flatMap((name) => {
      const found = this.#describe(name);
      return found === null ? [] : [{ name, createdAt: found.createdAt, orders: found.orders }];
    });
  }

  #names(): readonly string[] {
    if (this.#folder === null || !existsSync(this.#folder)) return [];
    return readdirSync(this.#folder)
      .filter((file) => file.endsWith('.db'))
      .map((file) => file.slice(0, -'.db'.length))
      .sort();
  }

  has(name: string): boolean {
    return this.#names().includes(name);
  }

  /**
   * Saves a copy of the committed state. Replaces a copy with the same name.
   *
   * @param clock clock to save in the copy. During a move, the stored clock is already at the target of the move
   * @throws {StoreError} An earlier copy of this name stays
   */
  save(name: string, createdAt: number, clock: StoredClock): Snapshot {
    this.#db.commit();
    this.#folder ??= mkdtempSync(path.join(tmpdir(), 'inrgate-snapshots-'));
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = this.#file(name);
    const unfinished = `${file}.new`;
    rmSync(unfinished, { force: true });
    try {
      this.#db.copyTo(unfinished);
      chmodSync(unfinished, 0o600);
      const orders = describe(unfinished, createdAt, clock);
      flush(unfinished);
      renameSync(unfinished, file);
      flushFolder(this.#folder);
      return { name, createdAt, orders };
    } finally {
      for (const left of [unfinished, `${unfinished}-journal`]) rmSync(left, { force: true });
    }
  }

  /** Returns false if no copy has this name. */
  remove(name: string): boolean {
    if (!this.has(name)) return false;
    rmSync(this.#file(name));
    return true;
  }

  /**
   * Replaces all data with a copy, in one transaction.
   *
   * @throws {StoreError} `store_corrupt` for a damaged copy, or a copy of another version. Nothing was changed
   */
  restore(name: string): void {
    if (this.#describe(name) === null) throw damaged(name);
    try {
      this.#db.replaceWith(this.#file(name));
    } catch (error) {
      // SQLite reports the damage when it reads a page, and a missing table or a violated CHECK as another error.
      const isOfStore = error instanceof StoreError && error.code !== 'store_corrupt';
      throw isOfStore ? error : damaged(name, error);
    }
  }

  /** Removes the temporary copies of a store in memory. */
  close(): void {
    if (this.#db.file === null && this.#folder !== null)
      rmSync(this.#folder, { recursive: true, force: true });
  }

  #file(name: string): string {
    return path.join(this.#folder ?? '', `${name}.db`);
  }

  /** Returns null for a damaged copy, or a copy of another version. */
  #describe(name: string): Omit<Snapshot, 'name'> | null {
    let copy: DatabaseSync | undefined;
    try {
      copy = new DatabaseSync(this.#file(name), { readOnly: true });
      if (copy.prepare('PRAGMA user_version').get()?.['user_version'] !== schemaVersion) return null;
      const row = copy.prepare('SELECT created_at, orders FROM snapshot').get();
      const createdAt = Number(row?.['created_at']);
      // An instant that is no time throws here instead of in the list.
      formatIst(createdAt);
      return { createdAt, orders: Number(row?.['orders']) };
    } catch {
      return null;
    } finally {
      copy?.close();
    }
  }
}

function damaged(name: string, cause?: unknown): StoreError {
  const problem = `the snapshot ${name} is damaged or from another version; save it again`;
  return new StoreError('store_corrupt', problem, { cause });
}

/**
 * Adds the description to a copy, which is a table of one row, and stores the clock. Returns the number of its orders.
 */
function describe(file: string, createdAt: number, clock: StoredClock): number {
  const copy = new DatabaseSync(file);
  try {
    copy.exec('CREATE TABLE snapshot (created_at INTEGER, orders INTEGER) STRICT');
    const orders = '(SELECT count(*) FROM deposits) + (SELECT count(*) FROM payouts)';
    copy.prepare(`INSERT INTO snapshot VALUES (?, ${orders})`).run(createdAt);
    copy.prepare(`INSERT OR REPLACE INTO state VALUES ('clock', ?)`).run(JSON.stringify(clock));
    return Number(copy.prepare('SELECT orders FROM snapshot').get()?.['orders']);
  } finally {
    copy.close();
  }
}

/** Waits until the names of a folder are on disk. Windows does this by itself and opens no folder. */
function flushFolder(folder: string): void {
  if (process.platform !== 'win32') flush(folder, 'r');
}

/** Waits until a file is on disk. */
function flush(file: string, mode = 'r+'): void {
  const descriptor = openSync(file, mode);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
