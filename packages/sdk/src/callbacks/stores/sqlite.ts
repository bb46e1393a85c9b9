import { ConfigurationError } from '../../errors/errors.ts';
import { checkFunctions, checkOptions } from '../../options/options.ts';
import { checkedLease, quotedTable, type SqlStore, type SqlStoreOptions, sqlStore } from './leased-store.ts';

/** The part of a `better-sqlite3` database, or of a `node:sqlite` `DatabaseSync`, that the store uses. */
export interface SqliteDatabase {
  /** Runs SQL that has no values and returns no rows. */
  exec(sql: string): unknown;
  /** Compiles a statement. `run` returns the number of changed rows, and `get` returns the first row or undefined. */
  prepare(sql: string): {
    run(...values: (string | number)[]): { readonly changes: number | bigint };
    get(...values: (string | number)[]): unknown;
  };
}

export interface SqliteStoreOptions extends SqlStoreOptions {
  /** Clock in epoch milliseconds. All processes that share the file must use the same time. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/**
 * Creates a store in an SQLite file for the processes of one machine. Pass your own `better-sqlite3` database or
 * `node:sqlite` `DatabaseSync`. End every transaction on the database before an `await`, because the store's statements
 * would join it. Create the table first with `await store.createTable()`.
 *
 * @throws {ConfigurationError} for an invalid option
 */
export function createSqliteStore(database: SqliteDatabase, options: SqliteStoreOptions = {}): SqlStore {
  if (typeof database?.prepare !== 'function') {
    throw new ConfigurationError('createSqliteStore requires a database from better-sqlite3 or node:sqlite');
  }
  checkOptions('createSqliteStore', options, { lease: true, table: true, now: true });
  const lease = checkedLease(options);
  const { now = Date.now } = options;
  checkFunctions({ now });
  const sql = statements(quotedTable(options));
  const changes = (text: string, ...values: (string | number)[]) =>
    Number(database.prepare(text).run(...values).changes);
  return sqlStore({
    create() {
      database.exec(sql.create);
    },
    claim(key, token) {
      const time = now();
      if (changes(sql.claim, key, token, time + lease, time) > 0) return 'claimed';
      return database.prepare(sql.findDone).get(key) === undefined ? 'busy' : 'done';
    },
    complete(key, token) {
      const time = now();
      return changes(sql.complete, key, time, token, time) > 0;
    },
    release(key, token) {
      changes(sql.release, key, token);
    },
    prune(keepFor) {
      return changes(sql.prune, now() - keepFor);
    },
  });
}

function statements(table: string) {
  return {
    create: `
CREATE TABLE IF NOT EXISTS ${table} (
  key TEXT PRIMARY KEY,
  token TEXT,
  leased_until INTEGER,
  done_at INTEGER,
  CHECK ((done_at IS NULL) = (token IS NOT NULL AND leased_until IS NOT NULL))
) STRICT, WITHOUT ROWID;`,
    claim: `
INSERT INTO ${table} (key, token, leased_until) VALUES (?, ?, ?)
ON CONFLICT (key) DO UPDATE SET token = excluded.token, leased_until = excluded.leased_until
WHERE done_at IS NULL AND (token = excluded.token OR leased_until <= ?)`,
    findDone: `SELECT 1 AS done FROM ${table} WHERE key = ? AND done_at IS NOT NULL`,
    complete: `
INSERT INTO ${table} (key, done_at) VALUES (?, ?)
ON CONFLICT (key) DO UPDATE
SET done_at = coalesce(done_at, excluded.done_at), token = NULL, leased_until = NULL
WHERE done_at IS NOT NULL OR token = ? OR leased_until <= ?`,
    release: `DELETE FROM ${table} WHERE key = ? AND token = ?`,
    prune: `DELETE FROM ${table} WHERE coalesce(done_at, leased_until) < ?`,
  };
}
