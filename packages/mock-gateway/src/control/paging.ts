import { ControlError } from '../http/core/control-error.ts';
import type { Paged } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';

/** Converts the items of a page. Rejects an unknown cursor with `invalid_body`. */
export async function pageOf<Item, View>(page: Promise<Paged<Item>>, view: (item: Item) => View) {
  const { items, ...rest } = await page.catch(refuseCursor);
  return { items: items.map(view), ...rest };
}

export function onePage<View>(items: readonly View[]): Paged<View> {
  return { items, nextCursor: null };
}

function refuseCursor(error: unknown): never {
  if (!(error instanceof StoreError) || error.code !== 'invalid_cursor') throw error;
  throw new ControlError('invalid_body', `cursor: ${error.message}`, { cause: error });
}
