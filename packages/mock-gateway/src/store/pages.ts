import type { Integer } from './rows/columns.ts';
import type { Paged } from './store.ts';
import { StoreError } from './store-error.ts';

/** Position of a row, by which lists are sorted. */
export interface Sequenced {
  readonly seq: Integer;
}

/** The columns that a text search compares, joined by line breaks. */
export const searchedColumns = {
  deposits: ['order_no', 'reference', 'utr', 'note'],
  payouts: ['order_no', 'mch_order_no', 'txid', 'message'],
  callbacks: ['id', 'event', 'order_no', 'url', 'body'],
} as const;

/** Creates a LIKE pattern that finds the string anywhere. The escape character is a backslash. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Converts the items of a page and keeps its other fields. */
export function mapPage<From, To>(page: Paged<From>, toDomain: (row: From) => To): Paged<To> {
  return { ...page, items: page.items.map(toDomain) };
}

/**
 * Creates a page with its cursor.
 *
 * @param rows the rows of the page, and one additional row if a next page exists
 */
export function cut<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string): Paged<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** Cursor of the page after this row. */
export function cursorOf({ seq }: Sequenced): string {
  return String(seq);
}

function invalidCursor(): StoreError {
  return new StoreError('invalid_cursor', 'must be the nextCursor of a page');
}

/** Start of a page: below the cursor, or at the newest row if no cursor is given. */
export function sequenceBefore(cursor: string | undefined): number {
  return cursor === undefined ? Number.MAX_SAFE_INTEGER : sequenceOf(cursor);
}

/** Reads the number of the previous page's last row from its cursor. */
export function sequenceOf(cursor: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(cursor)) throw invalidCursor();
  return Number(cursor);
}

/** Reads the previous page's last entry from its cursor. `7.2` is transaction 7, entry 2. */
export function entryAt(cursor: string): { readonly seq: number; readonly position: number } {
  const [, seq, position] = /^([1-9][0-9]{0,14})\.([0-9]{1,2})$/.exec(cursor) ?? [];
  if (seq === undefined) throw invalidCursor();
  return { seq: Number(seq), position: Number(position) };
}
