import { type GetOptions, get } from './api.ts';
import type { Ledger, Merchant, Page } from './types.ts';

/** The complete journal of a merchant. */
export function wholeJournal(path: string, options: GetOptions): Promise<Ledger> {
  return getWhole<Ledger>('entries', path, options);
}

/** All merchants of all pages. */
export function allMerchants(path: string, options: GetOptions): Promise<Page<Merchant>> {
  return getWhole<Page<Merchant>>('items', path, options);
}

/** A response with all its pages: the joined items of `key`, and every other field from the last page. */
async function getWhole<T extends { readonly nextCursor: string | null }>(
  key: keyof T,
  path: string,
  { query, ...options }: GetOptions = {},
): Promise<T> {
  let page = await get<T>(path, { ...options, query: { ...query } });
  const parts = [page[key]];
  while (page.nextCursor !== null) {
    page = await get<T>(path, { ...options, query: { ...query, cursor: page.nextCursor } });
    parts.push(page[key]);
  }
  return { ...page, [key]: parts.flat() };
}
