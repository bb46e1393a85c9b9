import type { Integer } from './rows/columns.ts';
import type { Paged } from './store.ts';
import { StoreError } from './store-error.ts';

/** Sort key of a list. */
export interface Sequenced {
  readonly seq: Integer;
}

/** The columns of a text search, separated by line breaks. */
export const searchedColumns = {
  deposits: ['order_no', 'reference', 'utr', 'note'],
  payouts: ['order_no', 'mch_order_no', 'txid', 'message'],
  callbacks: ['id', 'event', 'order_no', 'url', 'body'],
} as const;

/** Creates a pattern for LIKE with a backslash as the escape character. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The same page with converted items. */
export function mapPage<From, To>(page: Paged<From>, toDomain: (row: From) => To): Paged<To> {
  return { items: page.items.map(toDomain), nextCursor: page.nextCursor };
}

/**
 * A page with its cursor.
 *
 * @param rows the rows of the page, and one more if a next page exists
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

/** Start of a page: below the cursor, or at the newest row. */
export function sequenceBefore(cursor: string | undefined): number {
  return cursor === undefined ? Number.MAX_SAFE_INTEGER : sequenceOf(cursor);
}

/** Number of the previous page's last row. */
export function sequenceOf(cursor: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(cursor)) throw invalidCursor();
  return Number(cursor);
}

/** The previous page's last entry. `7.2` is transaction 7, entry 2. */
export function entryAt(cursor: string): { readonly seq: number; readonly position: number } {
  const [, seq, position] = /^([1-9][0-9]{0,14})\.([0-9]{1,2})$/.exec(cursor) ?? [];
  if (seq === undefined) throw invalidCursor();
  return { seq: Number(seq), position: Number(position) };
}
