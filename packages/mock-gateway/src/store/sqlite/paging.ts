import { containing, cursorOf, cut, type Sequenced, sequenceBefore } from '../pages.ts';
import type { Page, Paged } from '../store.ts';
import { isClaimed, unclaimed } from './claims-table.ts';
import type { Db } from './database.ts';
import { query, type Value } from './rows.ts';

type Filter = Readonly<Record<string, string | undefined>>;

/** Further filters, applied row by row. */
interface Narrowing {
  readonly text?: string | undefined;
  /** Paise, both ends included. */
  readonly minAmount?: bigint | undefined;
  readonly maxAmount?: bigint | undefined;
  /** Of callbacks: whether they are claimed. */
  readonly claimed?: boolean | undefined;
  /** Conditions of deposits at this instant. */
  readonly statusAt?: { readonly status: string; readonly now: number } | undefined;
}

interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

export interface Pager {
  readonly table: string;
  /** Index for each filter, the most selective one first; without a filter, the sequence. */
  readonly indexes: Readonly<Record<string, string>>;
  /** The columns that a text search reads. */
  readonly texts?: readonly string[];
}

/**
 * Pages of a table, newest first. The query names the index, because SQLite without statistics would sort a
 * whole table for one page.
 */
export function pager<Row extends Sequenced>(db: Db, { table, indexes, texts = [] }: Pager) {
  const statements = new Map<string, ReturnType<typeof query<Row, Value[]>>>();

  function prepared(columns: readonly string[], conditions: readonly string[]) {
    const best = Object.keys(indexes).find((column) => columns.includes(column));
    const by = best === undefined ? 'NOT INDEXED' : `INDEXED BY ${indexes[best]}`;
    const where = [...conditions, 'seq < ?'].join(' AND ');
    const sql = `SELECT * FROM ${table} ${by} WHERE ${where} ORDER BY seq DESC LIMIT ?`;
    const statement = statements.get(sql) ?? query<Row, Value[]>(db, sql);
    statements.set(sql, statement);
    return statement;
  }

  return (filter: Filter, page: Page, narrowing: Narrowing = {}): Paged<Row> => {
    const given = Object.entries(filter).flatMap(([column, value]) =>
      value === undefined ? [] : [{ column, sql: `${column} = ?`, values: [value] }],
    );
    const conditions = [...given, ...narrowed(narrowing, texts)];
    const statement = prepared(
      given.map(({ column }) => column),
      conditions.map(({ sql }) => sql),
    );
    // Reads one extra row to see whether there is a next page.
    const values = conditions.flatMap((condition) => condition.values);
    return cut(statement.all(...values, sequenceBefore(page.cursor), page.limit + 1), page.limit, cursorOf);
  };
}

function narrowed(
  { text, minAmount, maxAmount, claimed, statusAt }: Narrowing,
  texts: readonly string[],
): readonly Condition[] {
  const all = texts.map((column) => `coalesce(${column}, '')`).join(' || char(10) || ');
  return [
    ...(text === undefined ? [] : [{ sql: `${all} LIKE ? ESCAPE '\\'`, values: [containing(text)] }]),
    ...(minAmount === undefined ? [] : [{ sql: 'amount >= ?', values: [minAmount] }]),
    ...(maxAmount === undefined ? [] : [{ sql: 'amount <= ?', values: [maxAmount] }]),
    ...(claimed === undefined ? [] : [{ sql: claimed ? isClaimed : unclaimed, values: [] }]),
    ...(statusAt === undefined ? [] : [{ sql: statusThen, values: [statusAt.now, statusAt.status] }]),
  ];
}

const statusThen = `CASE WHEN status = 'pending' AND expires_at <= ? THEN 'expired' ELSE status END = ?`;
