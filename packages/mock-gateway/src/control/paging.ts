import { ControlError } from '../http/core/control-error.ts';
import type { Paged } from '../store/paging.ts';
import { StoreError } from '../store/store-error.ts';

/** Reads a page and converts its items. Rejects an unknown cursor with `invalid_body`. */
export async function pageOf<Page extends Paged<unknown>, View>(
  read: () => Page | Promise<Page>,
  view: (item: Page['items'][number]) => View,
): Promise<Omit<Page, 'items'> & { items: View[] }> {
  try {
    const { items, ...page } = await read();
    return { items: items.map(view), ...page };
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'invalid_cursor') throw error;
    throw new ControlError('invalid_body', `cursor: ${error.message}`, { cause: error });
  }
}

export function onePage<View>(items: readonly View[]): Paged<View> {
  return { items, nextCursor: null };
}
