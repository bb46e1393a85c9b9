import { mapPage, searchedColumns } from '../pages.ts';
import {
  fromPayoutRow,
  type NewPayoutRow,
  type PayoutRow,
  type PayoutStateRow,
  toPayoutRow,
  toPayoutStateRow,
} from '../rows/payout-rows.ts';
import type { Page, PayoutReads } from '../store.ts';
import type { Db } from './database.ts';
import { pager } from './paging.ts';
import { prepared } from './prepared.ts';
import { type Appliers, finder, query, rowInserter, rowUpdater } from './rows.ts';

type Filter = Parameters<PayoutReads['list']>[0];

export function payoutStatements(db: Db) {
  const insert = rowInserter<NewPayoutRow>(db, 'payouts', 'leave');
  const update = rowUpdater<PayoutStateRow, [string, number]>(db, 'payouts', 'order_no = ? AND version = ?');
  const one = (condition: string) =>
    finder(query<PayoutRow, string[]>(db, `SELECT * FROM payouts WHERE ${condition}`), fromPayoutRow);
  const list = pager<PayoutRow>(db, {
    table: 'payouts',
    indexes: {
      mch_order_no: 'payouts_by_reference',
      mch_id: 'payouts_by_merchant',
      status: 'payouts_by_status',
    },
    texts: searchedColumns.payouts,
  });
  const daily = dailyStatements(db);

  return {
    reads: {
      get: one('order_no = ?'),
      byReference: one('mch_id = ? AND mch_order_no = ?'),
      list: ({ mchId, status, reference, ...narrowing }: Filter, page: Page) =>
        mapPage(list({ mch_id: mchId, status, mch_order_no: reference }, page, narrowing), fromPayoutRow),
      dailyTotal: daily.total,
    },
    writes: {
      insert_payout: ({ payout }) => insert(toPayoutRow(payout)),
      update_payout: ({ payout }) => update(toPayoutStateRow(payout), payout.orderNo, payout.version - 1),
      add_daily: daily.add,
    } satisfies Appliers<'insert_payout' | 'update_payout' | 'add_daily'>,
  };
}

function dailyStatements(db: Db) {
  const open = prepared<[string, string]>(
    db,
    'INSERT INTO daily_withdrawals (mch_id, day, amount) VALUES (?, ?, 0) ON CONFLICT DO NOTHING',
  );
  const add = query<bigint, [bigint, string, string]>(
    db,
    'UPDATE daily_withdrawals SET amount = amount + ? WHERE mch_id = ? AND day = ? RETURNING amount',
  ).pluck();
  const total = query<bigint, [string, string]>(
    db,
    'SELECT amount FROM daily_withdrawals WHERE mch_id = ? AND day = ?',
  ).pluck();
  return {
    total: (mchId: string, day: string): bigint => total.get(mchId, day) ?? 0n,
    add: ({ mchId, day, amount, max }: Parameters<Appliers['add_daily']>[0]) => {
      open.run(mchId, day);
      const sum = add.get(amount, mchId, day) ?? 0n;
      return max !== null && sum > max ? 'daily_limit' : null;
    },
  };
}
