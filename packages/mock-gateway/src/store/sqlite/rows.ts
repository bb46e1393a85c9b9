import type { Statement } from 'better-sqlite3';
import type { Integer } from '../rows/columns.ts';
import type { Conflict } from '../store.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';

/** Value of SQLite. Queries read integers as bigint, because numbers would round paise. */
export type Value = string | number | bigint | null;

/** Prepares a query that returns integers as bigint. The cast to `Row` is safe, because the tables are STRICT. */
export function query<Row, Parameters extends Value[]>(db: Db, sql: string) {
  return prepared<Parameters, Row>(db, sql).safeIntegers();
}

/** Behaviour of an insert if the row exists: fail, or skip the new row. */
type OnConflict = 'fail' | 'leave';

/**
 * Returns a function that inserts one row into `table`. The keys of the row are the columns, which must always have the
 * same order. The returned function returns false if it skipped the row.
 */
export function rowInserter<Row extends object>(db: Db, table: string, onConflict: OnConflict = 'fail') {
  return prepareOnFirst((columns) => {
    // OR IGNORE would also skip rows that violate a CHECK.
    const otherwise = onConflict === 'leave' ? 'ON CONFLICT DO NOTHING' : '';
    const places = columns.map(() => '?').join(', ');
    return db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places}) ${otherwise}`);
  }) as (row: Row) => boolean;
}

/**
 * Returns a function that updates the rows that meet `condition`. The returned function returns false if no row meets
 * it.
 */
export function rowUpdater<Row extends object, Parameters extends Value[]>(
  db: Db,
  table: string,
  condition: string,
) {
  return prepareOnFirst((columns) => {
    const settings = columns.map((column) => `${column} = ?`).join(', ');
    return db.prepare(`UPDATE ${table} SET ${settings} WHERE ${condition}`);
  }) as (row: Row, ...parameters: Parameters) => boolean;
}

/**
 * Returns a function that writes the only row of `table`, with its first version or the version after the stored
 * version.
 */
export function versionPutter<Row extends { readonly version: Integer }>(db: Db, table: string) {
  const insert = rowInserter<Row>(db, table, 'leave');
  const update = rowUpdater<Row, [number]>(db, table, 'version = ?');
  return (row: Row): Conflict | null => {
    const before = Number(row.version) - 1;
    return (before === 0 ? insert(row) : update(row, before)) ? null : 'version';
  };
}

function prepareOnFirst(prepare: (columns: readonly string[]) => Statement<Value[]>) {
  let statement: Statement<Value[]> | undefined;
  return (row: Readonly<Record<string, Value>>, ...parameters: Value[]): boolean => {
    statement ??= prepare(Object.keys(row));
    return statement.run(...Object.values(row), ...parameters).changes > 0;
  };
}
