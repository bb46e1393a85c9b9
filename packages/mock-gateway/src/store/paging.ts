import type { Condition } from './columns.ts';
import type { Database } from './database.ts';
import { StoreError } from './store-error.ts';

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

interface Query {
  /** Exact filters by column. Undefined matches every row. */
  readonly filter: Readonly<Record<string, string | undefined>>;
  readonly narrowing?: Narrowing;
  readonly conditions?: readonly Condition[];
}

/**
 * Reads a page of a table, newest first. The query names the index, because SQLite without statistics would sort the
 * whole table for one page.
 */
export function listRows<Row extends { readonly seq: bigint }>(
  db: Database,
  { table, indexes, texts = [] }: Listed,
  { filter, narrowing = {}, conditions = [] }: Query,
  page: Page,
): Paged<Row> {
  const exact = Object.entries(filter).flatMap(([column, value]) =>
    value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }],
  );
  const best = Object.keys(indexes).find((column) => filter[column] !== undefined);
  const by = best === undefined ? 'NOT INDEXED' : `INDEXED BY ${indexes[best]}`;
  const all = [
    ...exact,
    ...narrowed(narrowing, texts),
    ...conditions,
    { sql: 'seq < ?', values: [page.cursor === undefined ? Number.MAX_SAFE_INTEGER : sequenceOf(page.cursor)] },
  ];
  const where = all.map(({ sql }) => sql).join(' AND ');
  // Read one additional row, which shows whether a next page exists.
  const rows = db.all<Row>(
    `SELECT * FROM ${table} ${by} WHERE ${where} ORDER BY seq DESC LIMIT ?`,
    ...all.flatMap(({ values }) => values),
    page.limit + 1,
  );
  return cut(rows, page.limit, ({ seq }) => String(seq));
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
