import { chmodSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Db } from './database.ts';

/** `INRS` in the header of each index file. */
const applicationId = 0x494e5253;

export const searchedTables = ['deposits', 'payouts'] as const;
export type SearchedTable = (typeof searchedTables)[number];

export interface IndexedRow {
  readonly seq: number;
  readonly text: string;
}

/**
 * Maximum number of pages that one call merges. Without this limit, FTS5 would merge large parts of the index in a
 * single insert.
 */
const mergedPages = 40;
/** Maximum number of trigrams to look up for one search string. */
const maxTrigrams = 30;

/**
 * Opens or creates an index. The file gets the permissions of its database, because it contains the same personal data.
 * Does not wait for a lock, because the wait would block the event loop.
 *
 * @returns null for a file of another program
 */
export function openTrigrams(file: string, database: string): TrigramFile | null {
  const db = new Database(file, { timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
    if (!isEmpty && db.pragma('application_id', { simple: true }) !== applicationId) {
      db.close();
      return null;
    }
    const { mode } = statSync(database);
    // Set the permissions before the first row, so the write-ahead log gets the same permissions.
    if (statSync(file).mode !== mode) chmodSync(file, mode);
    db.pragma('journal_mode = WAL');
    // With NORMAL, a power loss can lose only the last rows and their progress (sqlite.org/pragma, synchronous).
    db.pragma('synchronous = NORMAL');
    if (isEmpty) create(db);
    return new TrigramFile(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

function create(db: Db): void {
  db.transaction(() => {
    for (const table of searchedTables) {
      db.exec(
        `CREATE VIRTUAL TABLE ${table}
           USING fts5 (text, tokenize = 'trigram', content = '', detail = none, columnsize = 0);
         INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0), ('crisismerge', 1999);`,
      );
    }
    db.exec('CREATE TABLE progress (only INTEGER PRIMARY KEY CHECK (only = 1), json TEXT NOT NULL) STRICT');
    db.pragma(`application_id = ${applicationId}`);
  })();
}

/**
 * Trigrams of the orders' strings, without the strings (sqlite.org/fts5, the trigram tokenizer and contentless tables),
 * and the progress of the index. Trigrams ignore upper and lower case for all letters, so they select every order that
 * LIKE finds.
 */
export class TrigramFile {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** JSON of the progress, or undefined in a new file. */
  get progress(): string | undefined {
    return this.#db.prepare<[], string>('SELECT json FROM progress').pluck().get();
  }

  /**
   * Adds strings with the progress that they complete. If an order gets a second string, searches find the order by
   * both strings.
   *
   * @param rows rows by ascending `seq`, because FTS5 begins another segment for a smaller number
   */
  add(rows: ReadonlyMap<SearchedTable, readonly IndexedRow[]>, progress: string): void {
    this.#db.transaction(() => {
      for (const [table, added] of rows) {
        const insert = this.#db.prepare(`INSERT INTO ${table} (rowid, text) VALUES (?, ?)`);
        for (const { seq, text } of added) insert.run(seq, text);
      }
      this.#db.prepare('INSERT OR REPLACE INTO progress VALUES (1, ?)').run(progress);
    })();
    for (const table of rows.keys())
      this.#db.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`).run(mergedPages);
  }

  below(seq: number, table: SearchedTable, trigrams: string): IterableIterator<number> {
    const sql = `SELECT rowid FROM ${table} WHERE ${table} MATCH ? AND rowid < ? ORDER BY rowid DESC`;
    return this.#db.prepare<[string, number], number>(sql).pluck().iterate(trigrams, seq);
  }

  close(): void {
    this.#db.close();
  }

  /** Closes and deletes the file. */
  remove(): void {
    this.close();
    for (const suffix of ['', '-wal']) rmSync(`${this.#db.name}${suffix}`, { force: true });
  }
}

/**
 * Returns the query for the trigrams of a string. Returns null if the string is too short for trigrams, or if LIKE may
 * compare it differently.
 */
export function trigramsOf(text: string): string | null {
  if (text.includes('\0') || !text.isWellFormed()) return null;
  const characters = [...text];
  const trigrams = characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
  if (trigrams.length === 0) return null;
  const quoted = [...new Set(trigrams)]
    .slice(0, maxTrigrams)
    .map((each) => `"${each.replaceAll('"', '""')}"`);
  return quoted.join(' ');
}
