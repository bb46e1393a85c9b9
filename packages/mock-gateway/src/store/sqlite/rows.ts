import type { Statement } from 'better-sqlite3';
import type { Integer } from '../rows/columns.ts';
import type { Conflict, Write } from '../store.ts';
import type { Db } from './database.ts';
import { type Prepared, prepared } from './prepared.ts';

/** Value of SQLite. Queries read integers as bigint, because numbers would round paise. */
export type Value = string | number | bigint | null;

/** Prepares a query that returns integers as bigint. The cast to `Row` is safe, because the tables are STRICT. */
export function query<Row, Parameters extends Value[]>(db: Db, sql: string) {
  return prepared<Parameters, Row>(db, sql).safeIntegers();
}

/** Returns a function that reads one row, or null. */
export function finder<Row, Item>(statement: Prepared<string[], Row>, toItem: (row: Row) => Item) {
  return (...parameters: string[]): Item | null => {
    const row = statement.get(...parameters);
    return row === undefined ? null : toItem(row);
  };
}

/** Functions that apply writes, by the name of the write. Each returns the failed precondition, or null. */
export type Appliers<Name extends Write['write'] = Write['write']> = {
  readonly [Each in Name]: (write: Extract<Write, { write: Each }>) => Conflict | null;
};

/** Behaviour of an insert if the row exists: fail, or skip the new row. */
type OnConflict = 'fail' | 'leave';

/**
 * Returns a function that inserts one row into `table`. The keys of the row are the columns, which must always have the
 * same order. The returned function returns `exists` if it skipped the row.
 */
export function rowInserter<Row extends object>(db: Db, table: string, onConflict: OnConflict = 'fail') {
  return prepareOnFirst('exists', (columns) => {
    // OR IGNORE would also skip rows that violate a CHECK.
    const otherwise = onConflict === 'leave' ? 'ON CONFLICT DO NOTHING' : '';
    const places = columns.map(() => '?').join(', ');
    return db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places}) ${otherwise}`);
  }) as (row: Row) => Conflict | null;
}

/**
 * Returns a function that updates the rows that meet `condition`. The returned function returns `version` if no row
 * meets it.
 */
export function rowUpdater<Row extends object, Parameters extends Value[]>(
  db: Db,
  table: string,
  condition: string,
) {
  return prepareOnFirst('version', (columns) => {
    const settings = columns.map((column) => `${column} = ?`).join(', ');
    return db.prepare(`UPDATE ${table} SET ${settings} WHERE ${condition}`);
  }) as (row: Row, ...parameters: Parameters) => Conflict | null;
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
    return (before === 0 ? insert(row) : update(row, before)) && 'version';
  };
}

/** @param conflict the result if the statement changes no row */
function prepareOnFirst(conflict: Conflict, prepare: (columns: readonly string[]) => Statement<Value[]>) {
  let statement: Statement<Value[]> | undefined;
  return (row: Readonly<Record<string, Value>>, ...parameters: Value[]): Conflict | null => {
    statement ??= prepare(Object.keys(row));
    return statement.run(...Object.values(row), ...parameters).changes > 0 ? null : conflict;
  };
}
