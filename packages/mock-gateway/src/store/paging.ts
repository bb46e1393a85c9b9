import type { Condition } from './columns.ts';
import type { Database } from './database.ts';
import { StoreError } from './store-error.ts';

/** Save the function at load time, because a test that fakes timers must not stop a search. */
const nextTurn = setImmediate;

/** Number of rows that a search reads per turn of the event loop, which takes a few milliseconds. */
const perTurn = 2_000;

/**
 * A page to read, newest first unless stated otherwise. `cursor` is the previous page's `nextCursor`. Any other value
 * causes StoreError `invalid_cursor`.
 */
export interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page with the cursor of the next page, or null on the last page. */
export interface Paged<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Filters of a list besides the exact ones. */
export interface Narrowing {
  /** Part of a searched column. Ignores upper and lower case of ASCII letters. */
  readonly text?: string | undefined;
  readonly minAmount?: bigint | undefined;
  readonly maxAmount?: bigint | undefined;
}

/** Filters of a list of orders. A missing filter matches every order. */
export interface OrderFilter<Status> extends Narrowing {
  readonly mchId?: string | undefined;
  readonly status?: Status | undefined;
  /** `mchOrderNo`, or a link's `client_ref`. */
  readonly reference?: string | undefined;
}

/** A list of a table: the index for each exact filter, most selective first, and the searched columns. */
export interface Listed {
  readonly table: string;
  readonly indexes: Readonly<Record<string, string>>;
  readonly texts?: readonly string[];
}

/** A row with its position, which orders the rows of a table by their creation. */
interface Sequenced {
  readonly seq: bigint;
}

interface Query {
  /** Exact filters by column. Undefined matches every row. */
  readonly filter: Readonly<Record<string, string | undefined>>;
  readonly narrowing?: Narrowing;
  readonly conditions?: readonly Condition[];
}

/** Reads a page of a table, newest first. */
export function listRows<Row extends Sequenced>(
  db: Database,
  listed: Listed,
  query: Query,
  { limit, cursor }: Page,
): Paged<Row> {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : sequenceOf(cursor);
  // Read one additional row, which shows whether a next page exists.
  const rows = readRows<Row>(db, listed, query, { from: 0, before, limit: limit + 1 });
  return cut(rows, limit, ({ seq }) => String(seq));
}

/**
 * Reads a page like `listRows`, in steps between which requests run, because a filter can match few of many rows.
 *
 * @throws {StoreError} `invalid_cursor`
 */
export async function searchRows<Row extends Sequenced>(
  db: Database,
  listed: Listed,
  query: Query,
  { limit, cursor }: Page,
): Promise<Paged<Row>> {
  const newest = Number(db.get<{ seq: bigint | null }>(`SELECT max(seq) AS seq FROM ${listed.table}`)?.seq);
  let before = Math.min(newest + 1, cursor === undefined ? Number.MAX_SAFE_INTEGER : sequenceOf(cursor));
  const rows: Row[] = [];
  for (;;) {
    const from = before - perTurn;
    rows.push(...readRows<Row>(db, listed, query, { from, before, limit: limit + 1 - rows.length }));
    if (rows.length > limit || from <= 1) return cut(rows, limit, ({ seq }) => String(seq));
    before = from;
    await new Promise((resolve) => nextTurn(resolve));
  }
}

/** Part of a table by the positions of its rows: from `from`, up to but excluding `before`. */
interface Span {
  readonly from: number;
  readonly before: number;
  readonly limit: number;
}

/** The query names the index, because SQLite without statistics would sort the whole table for one page. */
function readRows<Row>(
  db: Database,
  { table, indexes, texts = [] }: Listed,
  { filter, narrowing = {}, conditions = [] }: Query,
  { from, before, limit }: Span,
): readonly Row[] {
  const exact = Object.entries(filter).flatMap(([column, value]) =>
    value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }],
  );
  const best = Object.keys(indexes).find((column) => filter[column] !== undefined);
  const by = best === undefined ? 'NOT INDEXED' : `INDEXED BY ${indexes[best]}`;
  const all = [
    ...exact,
    ...narrowed(narrowing, texts),
    ...conditions,
    { sql: 'seq >= ? AND seq < ?', values: [from, before] },
  ];
  return db.all<Row>(
    `SELECT * FROM ${table} ${by} WHERE ${all.map(({ sql }) => sql).join(' AND ')} ORDER BY seq DESC LIMIT ?`,
    ...all.flatMap(({ values }) => values),
    limit,
  );
}

function narrowed({ text, minAmount, maxAmount }: Narrowing, texts: readonly string[]): readonly Condition[] {
  const searched = texts.map((column) => `coalesce(${column}, '')`).join(' || char(10) || ');
  return [
    ...(text === undefined ? [] : [{ sql: `${searched} LIKE ? ESCAPE '\\'`, values: [containing(text)] }]),
    ...(minAmount === undefined ? [] : [{ sql: 'amount >= ?', values: [minAmount] }]),
    ...(maxAmount === undefined ? [] : [{ sql: 'amount <= ?', values: [maxAmount] }]),
  ];
}

/** Creates a LIKE pattern that finds the string anywhere. The escape character is a backslash. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Converts the items of a page and keeps its cursor. */
export function mapPage<From, To>(page: Paged<From>, toItem: (row: From) => To): Paged<To> {
  return { ...page, items: page.items.map(toItem) };
}

/** Cuts a page off its rows, of which there is one more than the limit if a next page exists. */
export function cut<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string): Paged<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

export function invalidCursor(): StoreError {
  return new StoreError('invalid_cursor', 'must be the nextCursor of a page');
}

/** Reads the number of the previous page's last row from its cursor. */
export function sequenceOf(cursor: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(cursor)) throw invalidCursor();
  return Number(cursor);
}
