import type { Payout } from '../../domain/payout.ts';
import { mapPage, searchedColumns } from '../pages.ts';
import {
  fromPayoutRow,
  type NewPayoutRow,
  type PayoutRow,
  type PayoutStateRow,
  toPayoutRow,
  toPayoutStateRow,
} from '../rows/payout-rows.ts';
import type { Conflict, Page, PayoutReads, Write } from '../store.ts';
import type { Db } from './database.ts';
import { pager } from './paging.ts';
import { prepared } from './prepared.ts';
import { query, rowInserter, rowUpdater } from './rows.ts';
import type { SearchIndex } from './search-index.ts';

type Filter = Parameters<PayoutReads['list']>[0];
type AddDaily = Extract<Write, { write: 'add_daily' }>;

export function payoutStatements(db: Db, index: SearchIndex | null = null) {
  const insert = rowInserter<NewPayoutRow>(db, 'payouts', 'leave');
  const update = rowUpdater<PayoutStateRow, [string, number]>(db, 'payouts', 'order_no = ? AND version = ?');
  const byOrderNo = query<PayoutRow, [string]>(db, 'SELECT * FROM payouts WHERE order_no = ?');
  const byReference = query<PayoutRow, [string, string]>(
    db,
    'SELECT * FROM payouts WHERE mch_id = ? AND mch_order_no = ?',
  );
  const list = pager<PayoutRow>(db, {
    table: 'payouts',
    indexes: {
      mch_order_no: 'payouts_by_reference',
      mch_id: 'payouts_by_merchant',
      status: 'payouts_by_status',
    },
    texts: searchedColumns.payouts,
    search: (search) => index?.find('payouts', search) ?? null,
  });
  const daily = dailyStatements(db);

  return {
    reads: {
      get: (orderNo: string) => orNull(byOrderNo.get(orderNo)),
      byReference: (mchId: string, mchOrderNo: string) => orNull(byReference.get(mchId, mchOrderNo)),
      list: ({ mchId, status, reference, ...narrowing }: Filter, page: Page) =>
        mapPage(list({ mch_id: mchId, status, mch_order_no: reference }, page, narrowing), fromPayoutRow),
      dailyTotal: daily.total,
    },
    insert: (payout: Payout): Conflict | null => (insert(toPayoutRow(payout)) ? null : 'exists'),
    update: (payout: Payout): Conflict | null =>
      update(toPayoutStateRow(payout), payout.orderNo, payout.version - 1) ? null : 'version',
    addDaily: daily.add,
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
    add({ mchId, day, amount, max }: AddDaily): Conflict | null {
      open.run(mchId, day);
      const sum = add.get(amount, mchId, day) ?? 0n;
      return max !== null && sum > max ? 'daily_limit' : null;
    },
  };
}

function orNull(row: PayoutRow | undefined): Payout | null {
  return row === undefined ? null : fromPayoutRow(row);
}
