import { expect, it } from 'vitest';
import { postgresForTests } from '../../../test/postgres.ts';
import { creditDeposit, holdPayout, type LedgerTransaction, topUp } from '../../domain/ledger.ts';
import {
  sampleCallback,
  sampleLink,
  sampleMerchant,
  samplePayin,
  samplePayout,
  t0,
  unique,
} from '../../store/samples.contract.ts';
import { openStore } from '../../store/sqlite/sqlite-store.ts';
import type { Change, CommitResult, Store } from '../../store/store.ts';

const postgres = postgresForTests();
const day = '2026-11-20';
const merchants = ['M1', 'M2', 'M3'];
const hostile = ['', 'a\0b', '\uE000\uE001', 'x\uD800', 'x\uFFFD', '🎉'];

/** Draws numbers below `n`. The same seed results in the same numbers. */
function draws(seed: number) {
  let state = seed;
  return (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** Creates changes that mostly concern existing rows, and creates that are mostly adjacent. */
function changesOf(seed: number) {
  const draw = draws(seed);
  const one = <T>(of: readonly T[]): T => of[draw(of.length)] as T;
  const deposit = (salt: string) => {
    const fields = { payToken: `${salt}T${draw(200)}` };
    const text = one(hostile);
    return draw(3) === 0
      ? sampleLink(one(merchants), {
          ...fields,
          orderNo: `${salt}L${draw(40)}`,
          clientRef: draw(2) === 0 ? null : `${salt}${text}${draw(6)}`,
          note: text,
        })
      : samplePayin(one(merchants), {
          ...fields,
          orderNo: `${salt}P${draw(40)}`,
          mchOrderNo: `${salt}${text}${draw(6)}`,
          extra: text,
        });
  };
  const mchKey = () => `key ${draw(9)}`;
  const daily = (mchId: string) => {
    const amount = BigInt(draw(900));
    return { write: 'add_daily', mchId, day, amount, max: one([null, 4_000n]) } as const;
  };
  const post = (transaction: LedgerTransaction) => ({ write: 'post', transaction }) as const;
  const stamp = () => ({ id: unique('tx_'), at: t0 });
  const others: readonly ((salt: string) => Change)[] = [
    () => [
      {
        write: 'insert_merchant',
        merchant: sampleMerchant({ mchId: one([...merchants, 'M4']), mchKey: mchKey() }),
      },
    ],
    () => [
      {
        write: 'update_merchant',
        merchant: sampleMerchant({ mchId: one(merchants), mchKey: mchKey(), version: 1 + draw(5) }),
      },
    ],
    (salt) => [
      {
        write: 'update_deposit',
        deposit: { ...deposit(salt), version: 2 + draw(2), state: { status: 'failed', failedAt: t0 } },
      },
    ],
    () => [daily(one(merchants))],
    () => [{ write: 'put_clock', clock: { offset: draw(9), frozenAt: null }, version: 1 + draw(6) }],
    () => [post(topUp(one(merchants), BigInt(1 + draw(200_000)), stamp()))],
    (salt) => {
      const payout = samplePayout(one(merchants), {
        orderNo: `${salt}W${draw(60)}`,
        mchOrderNo: `${salt}${draw(60)}`,
      });
      return [{ write: 'insert_payout', payout }, post(holdPayout(payout, stamp())), daily(payout.mchId)];
    },
    (salt) => {
      const created = deposit(salt);
      const callback = sampleCallback(created.mchId, { orderNo: created.orderNo });
      return [
        { write: 'insert_deposit', deposit: created },
        post(creditDeposit(created, stamp())),
        { write: 'enqueue', callback },
      ];
    },
  ];
  const change = (salt: string): Change =>
    draw(10) < 7 ? [{ write: 'insert_deposit', deposit: deposit(salt) }] : one(others)(salt);
  return (most: number, salt: string): readonly Change[] =>
    Array.from({ length: 1 + draw(most) }, () => change(salt));
}

/**
 * Returns the result of each change. The tables reject an invalid change, for example a change for an unknown merchant.
 */
async function outcomes(results: readonly Promise<CommitResult>[]): Promise<readonly unknown[]> {
  const ends = await Promise.allSettled(results);
  return ends.map((end) => (end.status === 'fulfilled' ? end.value : 'refused'));
}

async function contents(store: Store) {
  return {
    wallets: await Promise.all(merchants.map((mchId) => store.ledger.wallet(mchId))),
    days: await Promise.all(merchants.map((mchId) => store.payouts.dailyTotal(mchId, day))),
    payins: (await store.deposits.list({ kind: 'payin' }, { limit: 10_000 })).items,
    links: (await store.deposits.list({ kind: 'link' }, { limit: 10_000 })).items,
    merchants: await store.merchants.all(),
    clock: await store.clock(),
    check: (await store.ledger.check()).problems,
  };
}

const setUp: Change = merchants.map((mchId) => ({
  write: 'insert_merchant',
  merchant: sampleMerchant({ mchId }),
}));

it.each([1, 2, 3])(
  'the changes of one event loop turn have the same results as sequential changes in SQLite: %i',
  async (seed) => {
    const sqlite = openStore(null);
    const store = await postgres.store();
    for (const each of [sqlite, store]) await each.commit(setUp);
    const changes = changesOf(seed);
    for (let turn = 0; turn < 20; turn++) {
      // The same changes are requested in several turns.
      const asked = changes(150, `${Math.floor(turn / 3)}.`);
      const found = await outcomes(asked.map((change) => store.commit(change)));
      const expected: unknown[] = [];
      for (const change of asked) expected.push(...(await outcomes([sqlite.commit(change)])));
      expect(found).toEqual(expected);
    }
    expect(await contents(store)).toEqual(await contents(sqlite));
    await sqlite.close();
  },
);

it('three stores complete every change of an event loop turn and keep the ledger balanced', async () => {
  const store = await postgres.store();
  const all = [store, await postgres.beside(store), await postgres.beside(store)];
  await store.commit(setUp);
  const changes = changesOf(7);
  for (let turn = 0; turn < 10; turn++) {
    const asked = changes(300, `${Math.floor(turn / 3)}.`);
    const found = await outcomes(asked.map((change, at) => (all[at % 3] as Store).commit(change)));
    expect(found).not.toContain('refused');
  }
  expect((await store.ledger.check()).problems).toEqual([]);
});
