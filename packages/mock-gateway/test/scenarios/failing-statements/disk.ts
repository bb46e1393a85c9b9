import Database from 'better-sqlite3';
import type { Db } from '../../../src/store/sqlite/database.ts';
import { inFrontOfStatements } from '../statements.ts';

/** Failures of statements, as in SQLite. */
export interface Trouble {
  readonly code: 'SQLITE_FULL' | 'SQLITE_BUSY' | 'SQLITE_IOERR_WRITE';
  /** Whether SQLite has rolled the transaction back by itself by then, as it may (sqlite.org/lang_transaction, 3). */
  readonly rollsBack: boolean;
  /** Whether only one fails, or all until `heal`. */
  readonly once: boolean;
}

/** It reads and writes no page of the file, so that no disk can have it fail. */
const unfailing = /^PRAGMA foreign_keys/;

const reading = /^\s*(?:SELECT|WITH)/;

/**
 * The disk below a database: counts the statements that run on it, and fails at chosen ones. It stands in front of
 * better-sqlite3's statements, those with which it begins and ends transactions too.
 */
export class Disk {
  readonly db: Db;
  /** Called after each statement that leaves no transaction open. */
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

  /** Number of statements since the last failure or repair. */
  get ran(): number {
    return this.#ran;
  }

  /** The n-th statement from now on fails. */
  fail(from: number, trouble: Trouble): void {
    this.#ran = 0;
    this.#failing = { from, trouble };
  }

  heal(): void {
    this.#ran = 0;
    this.#failing = null;
  }

  /** Looks into the database, and neither counts nor fails. */
  aside<T>(look: () => T): T {
    const before = this.#hidden;
    this.#hidden = true;
    try {
      return look();
    } finally {
      this.#hidden = before;
    }
  }

  /** Better-sqlite3 is as it was. */
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
    // A disk that is full can be read.
    if (trouble.code === 'SQLITE_FULL' && reading.test(sql)) return;
    // A ROLLBACK ends the transaction whatever becomes of it (SQLite's OP_AutoCommit).
    if (this.db.inTransaction && (trouble.rollsBack || sql === 'ROLLBACK')) {
      this.aside(() => this.db.exec('ROLLBACK'));
    }
    throw new Database.SqliteError('made by the test', trouble.code);
  }
}
