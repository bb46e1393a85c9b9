import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import {
  sampleLink,
  sampleMerchant,
  samplePayin,
  samplePayout,
  t0,
  unique,
} from '../../../src/store/samples.contract.ts';
import { openFile } from '../../../src/store/sqlite/database.ts';
import { SearchIndex } from '../../../src/store/sqlite/search-index.ts';
import { storeOver } from '../../../src/store/sqlite/sqlite-store.ts';
import type { Change, Store } from '../../../src/store/store.ts';

/** Letters whose case LIKE and Unicode treat differently, wildcards, quotes, and surrogate pairs. */
const characters = [...'aAbBK\u212a%_\\"\' \n*éÉſ😀😁', '\ud83d', 'AND', 'order-'];
const text = fc.string({ unit: fc.constantFrom(...characters), minLength: 2, maxLength: 7 });
const filter = fc.record({
  /** A part of a current or former string of an order, or a new string. */
  part: fc.option(fc.record({ of: fc.oneof(fc.nat(2), fc.nat()), from: fc.nat(2), isUpper: fc.boolean() }), {
    freq: 6,
  }),
  text,
  status: fc.constantFrom(undefined, undefined, 'success', 'failed'),
  mchId: fc.constantFrom(undefined, undefined, 'M', 'N'),
  limit: fc.integer({ min: 1, max: 4 }),
});

const words = ['reset', 'save', 'restore', 'reopen', 'older', 'copy', 'copy back'] as const;

/** The test searches after each step. */
const step = fc.record({
  does: fc.oneof(
    { weight: 8, arbitrary: fc.record({ create: fc.array(text, { minLength: 3, maxLength: 9 }) }) },
    { weight: 8, arbitrary: fc.record({ move: fc.nat(), to: text }) },
    { weight: 8, arbitrary: fc.constant({ word: 'feed' } as const) },
    ...words.map((word) => ({
      weight: 1,
      arbitrary: fc.constant({ word }),
    })),
  ),
  filter,
});
type Word = 'feed' | (typeof words)[number];
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Expects that searches with and without the index return the same pages. */
export async function expectSearches(parameters: fc.Parameters<unknown>): Promise<void> {
  const counts = { indexed: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-searches-'));
      const searched = new SearchedFile(path.join(folder, 'store.db'), counts);
      try {
        await searched.store.startOver(merchants);
        for (const { does, filter: search } of steps) {
          await searched.take(does);
          await searched.expectSame(search);
        }
      } finally {
        await searched.store.close();
        rmSync(folder, { recursive: true });
      }
    }),
    parameters,
  );
  // If no search used the index, the test would compare nothing.
  expect(counts.indexed).toBeGreaterThan(10);
}

const merchants: Change = ['M', 'N'].map((mchId) => ({
  write: 'insert_merchant',
  merchant: sampleMerchant({ mchId }),
}));

interface Counts {
  /** Number of searches that used the index and found orders. */
  indexed: number;
}

class SearchedFile {
  readonly file: string;
  store: Store;
  #all: Store;
  #index: SearchIndex;
  readonly #counts: Counts;
  #orders: string[] = [];
  #texts: string[] = ['aAb'];

  constructor(file: string, counts: Counts) {
    this.file = file;
    this.#counts = counts;
    ({ store: this.store, all: this.#all, index: this.#index } = opened(file, counts));
  }

  async take(does: Step['does']): Promise<void> {
    if ('create' in does) for (const [at, note] of does.create.entries()) await this.#create(at, note);
    else if ('move' in does) await this.#move(this.store, does.move, does.to);
    else await this.#run(does.word);
  }

  async #run(word: Word): Promise<void> {
    const { snapshots } = this.store;
    const steps = {
      feed: () => this.#feed(),
      reset: () => this.store.startOver(merchants),
      save: () => snapshots?.save('snapshot', t0, { offset: 0, frozenAt: null }),
      restore: () => snapshots?.restore('snapshot'),
      reopen: () => this.#reopened(() => {}),
      older: () => this.#reopened(() => this.#older()),
      copy: () => this.#reopened(() => copyFileSync(this.file, `${this.file}.copy`)),
      'copy back': () =>
        this.#reopened(() => existsSync(`${this.file}.copy`) && copyFileSync(`${this.file}.copy`, this.file)),
    };
    await steps[word]();
  }

  async expectSame({ part, text: other, status, mchId, limit }: Step['filter']): Promise<void> {
    const known = this.#texts.at(-1 - ((part?.of ?? 0) % this.#texts.length))?.slice(part?.from);
    const wanted = (part?.isUpper ? known?.toUpperCase() : known) || other;
    const given = { text: part === null ? other : wanted, mchId };
    for (const kind of ['payin', 'link'] as const) {
      const [found, all] = await pages((store, cursor) =>
        store.deposits.list({ ...given, kind, status, now: t0 }, { limit, cursor }),
      )(this.store, this.#all);
      expect(found).toEqual(all);
    }
    const [found, all] = await pages((store, cursor) =>
      store.payouts.list({ ...given, status }, { limit, cursor }),
    )(this.store, this.#all);
    expect(found).toEqual(all);
  }

  async #create(at: number, note: string): Promise<void> {
    this.#texts.push(note);
    const mchId = at % 4 === 3 ? 'N' : 'M';
    const reference = unique(note);
    const deposit = [
      samplePayin(mchId, { extra: note }),
      samplePayin(mchId, { mchOrderNo: reference }),
      sampleLink(mchId, { clientRef: reference, note: note.slice(2) }),
    ][at % 5];
    const payout = samplePayout(mchId, { mchOrderNo: reference });
    this.#orders.push(deposit?.orderNo ?? payout.orderNo);
    await this.store.commit([
      deposit === undefined ? { write: 'insert_payout', payout } : { write: 'insert_deposit', deposit },
    ]);
  }

  async #move(store: Store, number: number, to: string): Promise<void> {
    this.#texts.push(to);
    const orderNo = this.#orders[number % (this.#orders.length || 1)] ?? '';
    const move = { orderNo, at: t0, from: 'pending', to: 'success', by: 'customer' } as const;
    const [deposit, payout] = [await store.deposits.get(orderNo), await store.payouts.get(orderNo)];
    if (deposit !== null) {
      const state = { status: 'success', paidAmount: 1n, utr: to, paidAt: t0 } as const;
      const moved = { ...deposit, state, version: deposit.version + 1 };
      await store.commit([
        { write: 'update_deposit', deposit: moved },
        { write: 'record', move },
      ]);
    }
    if (payout !== null) {
      const state = { status: 'failed', message: to, failedAt: t0 } as const;
      const moved = { ...payout, state, version: payout.version + 1 };
      await store.commit([
        { write: 'update_payout', payout: moved },
        { write: 'record', move },
      ]);
    }
  }

  /** Writes as an earlier version of the gateway does, without an index. */
  async #older(): Promise<void> {
    const { store, index } = opened(this.file, this.#counts);
    index.close();
    for (const [number, to] of ['aAb', 'BbK'].entries()) await this.#move(store, number, to);
    await store.close();
  }

  async #reopened(meanwhile: () => unknown): Promise<void> {
    await this.store.close();
    await meanwhile();
    ({ store: this.store, all: this.#all, index: this.#index } = opened(this.file, this.#counts));
  }

  async #feed(): Promise<void> {
    await this.store.deposits.list({ kind: 'payin', text: 'aaa' }, { limit: 1 });
    await vi.waitUntil(() => !this.#index.isFed, { timeout: 30_000, interval: 1 });
  }
}

/** Opens a store that creates an index after three orders, and another store on the same file without an index. */
function opened(file: string, counts: Counts) {
  const db = openFile(file);
  db.pragma('synchronous = OFF');
  const index = new SearchIndex(db, 2);
  const search = index.find.bind(index);
  index.find = (table, wanted) => {
    const found = search(table, wanted);
    if (found !== null && found.length > 0) counts.indexed += 1;
    return found;
  };
  return { index, store: storeOver(db, file, Date.now, index), all: storeOver(db, file, Date.now, null) };
}

function pages<Item>(
  list: (store: Store, cursor?: string) => Promise<{ items: readonly Item[]; nextCursor: string | null }>,
) {
  return (...stores: readonly Store[]) =>
    Promise.all(
      stores.map(async (store) => {
        const first = await list(store);
        return first.nextCursor === null ? [first] : [first, await list(store, first.nextCursor)];
      }),
    );
}
