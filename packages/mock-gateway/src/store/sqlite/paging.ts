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

/** Range of orders to read, newest first. */
interface Range {
  readonly above?: number;
  readonly before: number;
  readonly among?: readonly number[];
  readonly limit: number;
}

/** The parts of a search: how to read orders, and how to compare them. */
export interface Search<Row> {
  readonly text: string;
  readonly before: number;
  readonly limit: number;
  readonly read: (range: Range) => readonly Row[];
}

interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

interface Pager<Row> {
  readonly table: string;
  /** Index for each filter, most selective first. */
  readonly indexes: Readonly<Record<string, string>>;
  readonly texts?: readonly string[];
  /** Reads fewer orders for a text search. Returns null if the search must read all orders. */
  readonly search?: (search: Search<Row>) => readonly Row[] | null;
}

/**
 * Creates a function that reads pages of a table, newest first. The query names the index, because SQLite without
 * statistics would sort the whole table for one page.
 */
export function pager<Row extends Sequenced>(
  db: Db,
  { table, indexes, texts = [], search = () => null }: Pager<Row>,
) {
  const statements = new Map<string, ReturnType<typeof query<Row, Value[]>>>();

  function prepared(by: string, conditions: readonly string[]) {
    const sql = `SELECT * FROM ${table} ${by} WHERE ${conditions.join(' AND ')} ORDER BY seq DESC LIMIT ?`;
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
    const narrow = narrowed(narrowing, texts);
    const read = ({ limit, ...range }: Range): readonly Row[] => {
      const conditions = [...given, ...narrow, ...ranged(range)];
      const statement = prepared(
        range.among === undefined ? by : 'NOT INDEXED',
        conditions.map(({ sql }) => sql),
      );
      return statement.all(...conditions.flatMap(({ values }) => values), limit);
    };
    // Read one additional row, which shows whether a next page exists.
    const range = { before: sequenceBefore(page.cursor), limit: page.limit + 1 };
    const { text } = narrowing;
    const found = text === undefined ? null : search({ ...range, text, read });
    return cut(found ?? read(range), page.limit, cursorOf);
  };
}

function ranged({ before, above, among }: Omit<Range, 'limit'>): readonly Condition[] {
  return [
    { sql: 'seq < ?', values: [before] },
    ...(above === undefined ? [] : [{ sql: 'seq > ?', values: [above] }]),
    ...(among === undefined
      ? []
      : [{ sql: 'seq IN (SELECT value FROM json_each(?))', values: [JSON.stringify(among)] }]),
  ];
}

export function searchedText(columns: readonly string[]): string {
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
