import type { Condition } from './columns.ts';
import type { Database } from './database.ts';
import { StoreError } from './store-error.ts';

/** Maximum number of rows that a search compares for one page, which takes some milliseconds. */
const mostCompared = 10_000;

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
  /** Number of rows that a search compared before it stopped at its limit. The next page continues the search. */
  readonly stoppedAfter?: number | undefined;
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
  /** Column that every index contains. */
  readonly inEveryIndex?: string;
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

/**
 * Reads a page of a table, newest first. The query names the index, because SQLite without statistics would sort the
 * whole table for one page. A search stops at a limit, because it can match few of many rows. So does a second exact filter,
 * which the index does not contain.
 */
export function listRows<Row extends Sequenced>(
  db: Database,
  { table, indexes, inEveryIndex, texts = [] }: Listed,
  { filter, narrowing = {}, conditions = [] }: Query,
  { limit, cursor }: Page,
): Paged<Row> {
  const best = Object.keys(indexes).find((column) => filter[column] !== undefined);
  const exact = Object.entries(filter).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, sql: `${column} = ?`, values: [value] }],
  );
  const by = best === undefined ? 'NOT INDEXED' : `INDEXED BY ${indexes[best]}`;
  const select = (columns: string, all: readonly Condition[], most: number, skipped = 0) =>
    db.all<Row>(
      `SELECT ${columns} FROM ${table} ${by} WHERE ${all.map(({ sql }) => sql).join(' AND ')}
       ORDER BY seq DESC LIMIT ? OFFSET ?`,
      ...[...all.flatMap(({ values }) => values), most, skipped],
    );
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : sequenceOf(cursor);
  const isIndexed = ({ column }: { readonly column: string }) => column === best || column === inEveryIndex;
  const range = [...exact.filter(isIndexed), ...conditions, { sql: 'seq < ?', values: [before] }];
  const search = [...exact.filter((one) => !isIndexed(one)), ...narrowed(narrowing, texts)];
  // The newest row that the search does not compare.
  const [next] = search.length === 0 ? [] : select('seq', range, 1, mostCompared);
  const compared = next === undefined ? [] : [{ sql: 'seq > ?', values: [next.seq] }];
  // Read one additional row, which shows whether a next page exists.
  const rows = select('*', [...range, ...compared, ...search], limit + 1);
  const page = cut(rows, limit, ({ seq }) => String(seq));
  if (next === undefined || page.nextCursor !== null) return page;
  return { ...page, nextCursor: String(next.seq + 1n), stoppedAfter: mostCompared };
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
