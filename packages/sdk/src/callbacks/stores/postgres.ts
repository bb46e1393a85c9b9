import { ConfigurationError } from '../../errors/errors.ts';
import { checkOptions } from '../../options/options.ts';
import type { ClaimResult } from '../store.ts';
import { checkedLease, quotedTable, type SqlStore, type SqlStoreOptions, sqlStore } from './leased-store.ts';

/** The part of a `pg` `Pool` that the store uses. */
export interface PostgresPool {
  /** Runs one statement with its values, or several statements if there are no values. */
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly object[] }>;
}

/**
 * Creates a store in PostgreSQL for any number of processes. Pass your own `Pool` of `pg`. Do not pass a client in a
 * transaction, because other processes must see a claim immediately. Create the table first with `await
 * store.createTable()`.
 *
 * @throws {ConfigurationError} for an invalid option
 */
export function createPostgresStore(pool: PostgresPool, options: SqlStoreOptions = {}): SqlStore {
  if (typeof pool?.query !== 'function') {
    throw new ConfigurationError('createPostgresStore requires a Pool from pg');
  }
  checkOptions('createPostgresStore', options, { lease: true, table: true });
  const lease = checkedLease(options);
  const sql = statements(quotedTable(options));
  const rows = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows;
  return sqlStore({
    async create() {
      // A query without values runs all statements in one transaction. The lock lasts until the table exists.
      await pool.query(sql.create);
    },
    async claim(key, token) {
      const [row] = await rows(sql.claim, [key, token, lease]);
      return (row as { readonly result: ClaimResult }).result;
    },
    async complete(key, token) {
      return (await rows(sql.complete, [key, token])).length > 0;
    },
    async release(key, token) {
      await rows(sql.release, [key, token]);
    },
    async prune(keepFor) {
      return (await rows(sql.prune, [keepFor])).length;
    },
  });
}

// The server supplies all times. clock_timestamp() is correct after a wait for a row lock. now() is the start of the
// transaction.
const inMs = (parameter: string) => `${parameter}::float8 * interval '1 millisecond'`;

function statements(table: string) {
  return {
    // Two simultaneous CREATE TABLE IF NOT EXISTS statements would fail.
    create: `
SELECT pg_advisory_xact_lock(hashtext('inrgate ${table}'));
CREATE TABLE IF NOT EXISTS ${table} (
  key text PRIMARY KEY,
  token text,
  leased_until timestamptz,
  done_at timestamptz,
  CHECK ((done_at IS NULL) = (token IS NOT NULL AND leased_until IS NOT NULL))
);`,
    claim: `
WITH claimed AS (
  INSERT INTO ${table} AS held (key, token, leased_until)
  VALUES ($1, $2, clock_timestamp() + ${inMs('$3')})
  ON CONFLICT (key) DO UPDATE SET token = excluded.token, leased_until = excluded.leased_until
  WHERE held.done_at IS NULL AND (held.token = excluded.token OR held.leased_until <= clock_timestamp())
  RETURNING key
)
SELECT CASE
  WHEN EXISTS (SELECT FROM claimed) THEN 'claimed'
  WHEN EXISTS (SELECT FROM ${table} WHERE key = $1 AND done_at IS NOT NULL) THEN 'done'
  ELSE 'busy'
END AS result`,
    complete: `
INSERT INTO ${table} AS held (key, done_at) VALUES ($1, clock_timestamp())
ON CONFLICT (key) DO UPDATE
SET done_at = coalesce(held.done_at, excluded.done_at), token = NULL, leased_until = NULL
WHERE held.done_at IS NOT NULL OR held.token = $2 OR held.leased_until <= clock_timestamp()
RETURNING key`,
    release: `DELETE FROM ${table} WHERE key = $1 AND token = $2`,
    prune: `
DELETE FROM ${table}
WHERE coalesce(done_at, leased_until) < clock_timestamp() - ${inMs('$1')}
RETURNING key`,
  };
}
