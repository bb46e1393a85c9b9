import type { Integer } from './rows/columns.ts';
import type { Paged } from './store.ts';
import { StoreError } from './store-error.ts';

/** Sort key of a list. */
export interface Sequenced {
  readonly seq: Integer;
}

/** A pattern for LIKE, whose escape character is a backslash. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The same page of something else. */
export function mapPage<From, To>(page: Paged<From>, toDomain: (row: From) => To): Paged<To> {
  return { items: page.items.map(toDomain), nextCursor: page.nextCursor };
}

/**
 * A page, and where the next one begins.
 *
 * @param rows one more than the page has, where there is a next page
 */
export function cut<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string): Paged<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** Where the page behind that row begins. */
export function cursorOf({ seq }: Sequenced): string {
  return String(seq);
}

function invalidCursor(): StoreError {
  return new StoreError('invalid_cursor', 'the cursor is not one that a page gave');
}

/** The next page has what is before it; the first page, everything. */
export function sequenceBefore(cursor: string | undefined): number {
  return cursor === undefined ? Number.MAX_SAFE_INTEGER : sequenceOf(cursor);
}

/** The last row of the page before. */
export function sequenceOf(cursor: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(cursor)) throw invalidCursor();
  return Number(cursor);
}

/** The last entry of the page before: `7.2` is a transaction, and the place in it. */
export function entryAt(cursor: string): { readonly seq: number; readonly position: number } {
  const [, seq, position] = /^([1-9][0-9]{0,14})\.([0-9]{1,2})$/.exec(cursor) ?? [];
  if (seq === undefined) throw invalidCursor();
  return { seq: Number(seq), position: Number(position) };
}
