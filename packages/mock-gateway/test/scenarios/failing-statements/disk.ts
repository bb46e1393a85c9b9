import Database from 'better-sqlite3';
import type { Db } from '../../../src/store/sqlite/database.ts';
import { inFrontOfStatements } from '../statements.ts';

/** A failure of statements, as SQLite reports it. */
export interface Trouble {
  readonly code: 'SQLITE_FULL' | 'SQLITE_BUSY' | 'SQLITE_IOERR_WRITE';
  /** True if SQLite has rolled back the transaction, as it may do (sqlite.org/lang_transaction, 3). */
  readonly rollsBack: boolean;
  /** True if only one statement fails. Otherwise, all statements fail until `heal`. */
  readonly once: boolean;
}

/** Matches a statement that does not access the file, so no failure of the disk affects it. */
const unfailing = /^PRAGMA foreign_keys/;

const reading = /^\s*(?:SELECT|WITH)/;

/**
 * Counts the statements of a database and makes chosen statements fail. Replaces better-sqlite3's statements, including
 * those of transactions.
 */
export class Disk {
  readonly db: Db;
  /** Called after each statement outside a transaction. */
  committed: () => void = () => {};
  readonly #remove: () => void;
  #ran = 0;
  #failing: { readonly from: number; readonly trouble: Trouble } | null = null;
  #hidden = false;

  constructor(db: Db) {
    this.db = db;
    const exec = db.exec.bind(db);
    db.exec = (sql) => this.#guarded(sql, () => exec(sql));
    this.#remove = inFrontOfStatements(({ database, source }, run) =>
      database === db ? this.#guarded(source, run) : run(),
    );
  }

  get ran(): number {
    return this.#ran;
  }

  /** Makes the n-th statement from now fail. */
  fail(from: number, trouble: Trouble): void {
    this.#ran = 0;
    this.#failing = { from, trouble };
  }

  heal(): void {
    this.#ran = 0;
    this.#failing = null;
  }

  /** Reads the database. The statements neither count nor fail. */
  aside<T>(look: () => T): T {
    const before = this.#hidden;
    this.#hidden = true;
    try {
      return look();
    } finally {
      this.#hidden = before;
    }
  }

  /** Restores the methods of better-sqlite3. */
  remove(): void {
    this.#remove();
  }

  #guarded<T>(sql: string, run: () => T): T {
    if (this.#hidden || unfailing.test(sql)) return run();
    this.#ran += 1;
    this.#strike(sql);
    const answer = run();
    if (!this.db.inTransaction) this.aside(this.committed);
    return answer;
  }

  #strike(sql: string): void {
    if (this.#failing === null || this.#ran < this.#failing.from) return;
    const { from, trouble } = this.#failing;
    if (trouble.once && this.#ran > from) return;
    // Reads succeed on a full disk.
    if (trouble.code === 'SQLITE_FULL' && reading.test(sql)) return;
    // A ROLLBACK ends the transaction, even if it fails (SQLite's OP_AutoCommit).
    if (this.db.inTransaction && (trouble.rollsBack || sql === 'ROLLBACK')) {
      this.aside(() => this.db.exec('ROLLBACK'));
    }
    throw new Database.SqliteError('made by the test', trouble.code);
  }
}
