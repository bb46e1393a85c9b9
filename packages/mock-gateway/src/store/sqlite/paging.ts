import { containing, cursorOf, cut, type Sequenced, sequenceBefore } from '../pages.ts';
import type { Page, Paged } from '../store.ts';
import { isClaimed, unclaimed } from './claims-table.ts';
import type { Db } from './database.ts';
import { query, type Value } from './rows.ts';

type Filter = Readonly<Record<string, string | undefined>>;

interface Narrowing {
  readonly text?: string | undefined;
  readonly minAmount?: bigint | undefined;
  readonly maxAmount?: bigint | undefined;
  readonly claimed?: boolean | undefined;
  /** Status that a deposit must have at this instant. */
  readonly statusAt?: { readonly status: string; readonly now: number } | undefined;
}

/** Maximum number of rows that a text search compares for one page. */
const mostCompared = 10_000;

interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

interface Pager {
  readonly table: string;
  /** Index for each filter, most selective first. */
  readonly indexes: Readonly<Record<string, string>>;
  readonly texts?: readonly string[];
}

/**
 * Creates a function that reads pages of a table, newest first. The query names the index, because SQLite without
 * statistics would sort the whole table for one page.
 */
export function pager<Row extends Sequenced>(db: Db, { table, indexes, texts = [] }: Pager) {
  const statements = new Map<string, ReturnType<typeof query<Row, Value[]>>>();

  function prepared(sql: string) {
    const statement = statements.get(sql) ?? query<Row, Value[]>(db, sql);
    statements.set(sql, statement);
    return statement;
  }

  return (filter: Filter, page: Page, narrowing: Narrowing = {}): Paged<Row> => {
    const given = Object.entries(filter).flatMap(([column, value]) =>
      value === undefined ? [] : [{ column, sql: `${column} = ?`, values: [value] }],
    );
    const best = Object.keys(indexes).find((name) => given.some(({ column }) => column === name));
    const by = best === undefined ? 'NOT INDEXED' : `INDEXED BY ${indexes[best]}`;
    const select = (columns: string, conditions: readonly Condition[], limit: number, skipped = 0) => {
      const where = conditions.map(({ sql }) => sql).join(' AND ');
      const sql = `SELECT ${columns} FROM ${table} ${by} WHERE ${where} ORDER BY seq DESC LIMIT ? OFFSET ?`;
      return prepared(sql).all(...conditions.flatMap(({ values }) => values), limit, skipped);
    };
    const inRange = [...given, { sql: 'seq < ?', values: [sequenceBefore(page.cursor)] }];
    // The newest row that the search does not compare.
    const [next] = narrowing.text === undefined ? [] : select('seq', inRange, 1, mostCompared);
    const end = next === undefined ? [] : [{ sql: 'seq > ?', values: [next.seq] }];
    // Read one additional row, which shows whether a next page exists.
    const conditions = [...inRange, ...end, ...narrowed(narrowing, texts)];
    const found = cut(select('*', conditions, page.limit + 1), page.limit, cursorOf);
    if (next === undefined || found.nextCursor !== null) return found;
    return { ...found, nextCursor: cursorOf({ seq: Number(next.seq) + 1 }), stoppedAfter: mostCompared };
  };
}

function searchedText(columns: readonly string[]): string {
  return columns.map((column) => `coalesce(${column}, '')`).join(' || char(10) || ');
}

function narrowed(
  { text, minAmount, maxAmount, claimed, statusAt }: Narrowing,
  texts: readonly string[],
): readonly Condition[] {
  return [
    ...(text === undefined
      ? []
      : [{ sql: `${searchedText(texts)} LIKE ? ESCAPE '\\'`, values: [containing(text)] }]),
    ...(minAmount === undefined ? [] : [{ sql: 'amount >= ?', values: [minAmount] }]),
    ...(maxAmount === undefined ? [] : [{ sql: 'amount <= ?', values: [maxAmount] }]),
    ...(claimed === undefined ? [] : [{ sql: claimed ? isClaimed : unclaimed, values: [] }]),
    ...(statusAt === undefined ? [] : [{ sql: statusThen, values: [statusAt.now, statusAt.status] }]),
  ];
}

const statusThen = `CASE WHEN status = 'pending' AND expires_at <= ? THEN 'expired' ELSE status END = ?`;
