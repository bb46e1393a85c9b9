import { afterAll, describe, expect, it } from 'vitest';
import { aMerchant, aPayin } from '../../test/builders.ts';
import { Store } from './store.ts';

/** More orders than a search reads in one turn. Every hundredth order has another amount, and the first a note. */
const orders = 4_500;
const store = new Store(null);
store.write(() => {
  store.merchants.insert(aMerchant());
  for (let made = 1; made <= orders; made++)
    store.deposits.insert(
      aPayin({
        orderNo: `PI${made}`,
        mchOrderNo: `ORDER-${made}`,
        payToken: `token-${made}`,
        extra: made === 1 ? 'the first' : '',
        ...(made % 100 === 0 && { amount: 60_000n, fee: 6_000n, netAmount: 54_000n }),
      }),
    );
});
afterAll(() => store.close());

/** Reads all pages of a search. */
async function pagesOf(filter: object, limit: number): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await store.deposits.search(
      { kind: 'payin', ...filter },
      { limit, cursor },
    );
    pages.push(items.map(({ orderNo }) => orderNo));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

describe('search over many orders', () => {
  const hundreds = Array.from({ length: 45 }, (_, at) => `PI${orders - at * 100}`);

  it.each([
    [20, 3],
    [45, 1],
    [46, 1],
  ])('a search with pages of %j orders finds all matching orders on %j pages', async (limit, pages) => {
    const found = await pagesOf({ minAmount: 60_000n }, limit);
    expect(found.flat()).toEqual(hundreds);
    expect(found).toHaveLength(pages);
  });

  it('a search returns the same page as a list', async () => {
    for (const filter of [{}, { text: 'order-1' }, { reference: 'ORDER-7' }, { status: 'failed' } as const]) {
      const wanted = { kind: 'payin', ...filter } as const;
      const page = { limit: 30, cursor: '4001' };
      expect(await store.deposits.search(wanted, page)).toEqual(store.deposits.list(wanted, page));
    }
  });

  it('requests run during a search that reads many orders', async () => {
    let turns = 0;
    const request = () => {
      turns += 1;
      timer = setImmediate(request);
    };
    let timer = setImmediate(request);
    expect(await pagesOf({ text: 'THE FIRST' }, 10)).toEqual([['PI1']]);
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(1);
  });

  it.each(['0', '01', 'x', '1.5', ''])('a search rejects the unknown cursor %j', async (cursor) => {
    const search = store.deposits.search({ kind: 'payin' }, { limit: 1, cursor });
    await expect(search).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  it('a search after the last order, or in an empty store, finds nothing', async () => {
    const nothing = { items: [], nextCursor: null };
    const filter = { kind: 'payin' } as const;
    expect(await store.deposits.search(filter, { limit: 1, cursor: '1' })).toEqual(nothing);
    expect(await store.deposits.search(filter, { limit: 1, cursor: '999999999' })).toMatchObject({
      items: [{ orderNo: `PI${orders}` }],
    });
    const empty = new Store(null);
    expect(await empty.deposits.search(filter, { limit: 1 })).toEqual(nothing);
    empty.close();
  });
});
