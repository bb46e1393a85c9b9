import type { DatabaseSync } from 'node:sqlite';
import { inFrontOfStatements } from '../statements.ts';

/** A failure of statements, as SQLite reports it. */
export interface Trouble {
  readonly code: keyof typeof resultCodes;
  /** True if SQLite has rolled back the transaction, as it may do (sqlite.org/lang_transaction, 3). */
  readonly rollsBack: boolean;
  /** True if only one statement fails. Otherwise, all statements fail until `heal`. */
  readonly once: boolean;
}

/** Extended result codes (sqlite.org/rescode). */
const resultCodes = { SQLITE_FULL: 13, SQLITE_BUSY: 5, SQLITE_IOERR_WRITE: 778 } as const;

/** Matches a statement that does not access the file, so no failure of the disk affects it. */
const unfailing = /^PRAGMA foreign_keys/;

const reading = /^\s*(?:SELECT|WITH)/;

/** Counts the statements of the first database that is used, and makes chosen statements fail. */
export class Disk {
  /** Called after each statement outside a transaction. */
  committed: () => void = () => {};
  readonly #remove: () => void;
  #db: DatabaseSync | null = null;
  #ran = 0;
  #failing: { readonly from: number; readonly trouble: Trouble } | null = null;
  #hidden = false;

  constructor() {
    this.#remove = inFrontOfStatements(({ database, sql }, run) => {
      this.#db ??= database;
      return database === this.#db ? this.#guarded(sql, run) : run();
    });
  }

  get db(): DatabaseSync {
    if (this.#db === null) throw new Error('no database was used');
    return this.#db;
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

  /** Lets all statements run unguarded. */
  remove(): void {
    this.#remove();
  }

  #guarded(sql: string, run: () => unknown): unknown {
    if (this.#hidden || unfailing.test(sql)) return run();
    this.#ran += 1;
    this.#strike(sql);
    const result = run();
    if (!this.db.isTransaction) this.aside(this.committed);
    return result;
  }

  #strike(sql: string): void {
    if (this.#failing === null || this.#ran < this.#failing.from) return;
    const { from, trouble } = this.#failing;
    if (trouble.once && this.#ran > from) return;
    // Reads succeed on a full disk.
    if (trouble.code === 'SQLITE_FULL' && reading.test(sql)) return;
    // A ROLLBACK ends the transaction, even if it fails (SQLite's OP_AutoCommit).
    if (this.db.isTransaction && (trouble.rollsBack || sql === 'ROLLBACK'))
      this.aside(() => this.db.exec('ROLLBACK'));
    const errcode = resultCodes[trouble.code];
    throw Object.assign(new Error('made by the test'), { code: 'ERR_SQLITE_ERROR', errcode });
  }
}
