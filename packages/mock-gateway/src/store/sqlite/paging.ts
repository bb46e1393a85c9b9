import type { Page, Paged } from '../store.ts';
import { StoreError } from '../store-error.ts';
import type { Db } from './database.ts';
import { type Integer, query, type Value } from './rows.ts';

interface Sequenced {
  readonly seq: Integer;
}

type Filter = Readonly<Record<string, string | undefined>>;

export interface Pager {
  readonly table: string;
  /** The index for each filter, the most telling filter first; by the sequence alone where none is given. */
  readonly indexes: Readonly<Record<string, string>>;
}

/**
 * Pages of a table, newest first. The index is named, as SQLite without statistics would sort a whole table for one
 * page of it.
 */
export function pager<Row extends Sequenced>(db: Db, { table, indexes }: Pager) {
  const statements = new Map<string, ReturnType<typeof query<Row, Value[]>>>();

  function prepared(columns: readonly string[]) {
    const best = Object.keys(indexes).find((column) => columns.includes(column));
    const by = best === undefined ? 'NOT INDEXED' : `INDEXED BY ${indexes[best]}`;
    const where = [...columns.map((column) => `${column} = ?`), 'seq < ?'].join(' AND ');
    const sql = `SELECT * FROM ${table} ${by} WHERE ${where} ORDER BY seq DESC LIMIT ?`;
    const statement = statements.get(sql) ?? query<Row, Value[]>(db, sql);
    statements.set(sql, statement);
    return statement;
  }

  return (filter: Filter, page: Page): Paged<Row> => {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined);
    const values = given.map(([, value]) => value ?? null);
    // One more than asked for tells whether there is a next page.
    const rows = prepared(given.map(([column]) => column)).all(
      ...values,
      sequenceBefore(page.cursor),
      page.limit + 1,
    );
    return cut(rows, page.limit);
  };
}

export function mapPage<From, To>(page: Paged<From>, toDomain: (row: From) => To): Paged<To> {
  return { items: page.items.map(toDomain), nextCursor: page.nextCursor };
}

function cut<Row extends Sequenced>(rows: readonly Row[], limit: number): Paged<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? String(last.seq) : null };
}

function sequenceBefore(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  if (!/^[1-9][0-9]{0,14}$/.test(cursor)) {
    throw new StoreError('invalid_cursor', 'the cursor is not one that a page gave');
  }
  return Number(cursor);
}
