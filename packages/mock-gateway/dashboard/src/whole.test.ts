import { afterEach, expect, it, vi } from 'vitest';
import { allMerchants, wholeJournal } from './whole.ts';

afterEach(() => vi.unstubAllGlobals());

/** Returns one page for each request. The result lists the requests. */
function answering(...pages: readonly object[]): readonly string[] {
  const asked: string[] = [];
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (path: string) => Response.json(pages[asked.push(path) - 1]));
  return asked;
}

it('the dashboard reads a journal page by page', async () => {
  const asked = answering(
    { accounts: ['then'], entries: [1, 2], nextCursor: '7.1' },
    { accounts: ['now'], entries: [3], nextCursor: null },
  );
  expect(await wholeJournal('/merchants/M/ledger', {})).toEqual({
    accounts: ['now'],
    entries: [1, 2, 3],
    nextCursor: null,
  });
  expect(asked).toEqual(['/_mock/merchants/M/ledger', '/_mock/merchants/M/ledger?cursor=7.1']);
});

it('the dashboard requests the merchant list page by page, without keys', async () => {
  const asked = answering({ items: ['a'], nextCursor: '1' }, { items: ['b'], nextCursor: null });
  expect(await allMerchants('/merchants', { query: { keys: 'false' } })).toMatchObject({ items: ['a', 'b'] });
  expect(asked).toEqual(['/_mock/merchants?keys=false', '/_mock/merchants?keys=false&cursor=1']);
});
