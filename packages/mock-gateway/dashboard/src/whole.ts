import { useAnswer } from './answer.ts';
import { type GetOptions, get, keyless } from './api.ts';
import { route } from './route.ts';
import { changed } from './store.ts';
import type { Ledger, Merchant, Page } from './types.ts';

/** Fetches the complete journal of a merchant. */
export function wholeJournal(path: string, options: GetOptions): Promise<Ledger> {
  return getWhole<Ledger>('entries', path, options);
}

/** Fetches all merchants of all pages. */
export function allMerchants(path: string, options: GetOptions): Promise<Page<Merchant>> {
  return getWhole<Page<Merchant>>('items', path, options);
}

/** Returns the merchants, without their keys. */
export function useMerchants(): readonly Merchant[] {
  return useAnswer('/merchants', keyless, changed, allMerchants).data?.items ?? [];
}

/** Returns the Merchant ID in the URL, by default the first, with all merchants. */
export function useChosenMerchant(): {
  readonly mchId: string | null;
  readonly merchants: readonly Merchant[];
} {
  const merchants = useMerchants();
  return { mchId: route.value.id ?? merchants[0]?.mchId ?? null, merchants };
}

/** Fetches all pages of a response. Joins the items of `key`, and takes every other field from the last page. */
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
