import type { Integer } from './rows/columns.ts';
import type { Paged } from './store.ts';
import { StoreError } from './store-error.ts';

/** Sort key of a list. */
export interface Sequenced {
  readonly seq: Integer;
}

/** The columns that a text search reads, separated by line breaks. */
export const searchedColumns = {
  deposits: ['order_no', 'reference', 'utr', 'note'],
  payouts: ['order_no', 'mch_order_no', 'txid', 'message'],
  callbacks: ['id', 'event', 'order_no', 'url', 'body'],
} as const;

/** A pattern for LIKE, whose escape character is a backslash. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The same page with other items. */
export function mapPage<From, To>(page: Paged<From>, toDomain: (row: From) => To): Paged<To> {
  return { items: page.items.map(toDomain), nextCursor: page.nextCursor };
}

/**
 * A page with its cursor.
 *
 * @param rows one more than the page has, where there is a next page
 */
export function cut<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string): Paged<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** Cursor of the page after that row. */
export function cursorOf({ seq }: Sequenced): string {
  return String(seq);
}

function invalidCursor(): StoreError {
  return new StoreError('invalid_cursor', 'must be the nextCursor of a page');
}

/** The next page begins below the cursor, and the first page at the newest row. */
export function sequenceBefore(cursor: string | undefined): number {
  return cursor === undefined ? Number.MAX_SAFE_INTEGER : sequenceOf(cursor);
}

/** The last row of the previous page. */
export function sequenceOf(cursor: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(cursor)) throw invalidCursor();
  return Number(cursor);
}

/** The last entry of the previous page: `7.2` is a transaction, and the place of the entry in it. */
export function entryAt(cursor: string): { readonly seq: number; readonly position: number } {
  const [, seq, position] = /^([1-9][0-9]{0,14})\.([0-9]{1,2})$/.exec(cursor) ?? [];
  if (seq === undefined) throw invalidCursor();
  return { seq: Number(seq), position: Number(position) };
}
