import { mapPage, searchedColumns } from '../pages.ts';
import {
  type DepositRow,
  type DepositStateRow,
  fromDepositRow,
  type NewDepositRow,
  toDepositRow,
  toDepositStateRow,
} from '../rows/deposit-rows.ts';
import type { DepositReads, Page } from '../store.ts';
import type { Db } from './database.ts';
import { pager } from './paging.ts';
import { prepared } from './prepared.ts';
import type { Sync } from './promised.ts';
import { type Appliers, finder, query, rowInserter, rowUpdater } from './rows.ts';

type Filter = Parameters<DepositReads['list']>[0];

export function depositStatements(db: Db) {
  const insert = rowInserter<NewDepositRow>(db, 'deposits', 'leave');
  const update = rowUpdater<DepositStateRow, [string, number]>(
    db,
    'deposits',
    'order_no = ? AND version = ?',
  );
  const list = pager<DepositRow>(db, {
    table: 'deposits',
    indexes: {
      reference: 'deposits_by_reference',
      mch_id: 'deposits_by_merchant',
      status: 'deposits_by_status',
      kind: 'deposits_by_kind',
    },
    texts: searchedColumns.deposits,
  });
  const found = lookups(db);
  return {
    reads: {
      ...found,
      list: ({ kind, mchId, status, reference, now = 0, ...narrowing }: Filter, page: Page) => {
        const filter = { kind, mch_id: mchId, reference };
        // Usually every due expiry is already stored, so the index of the states is sufficient for the search.
        const isDue = status !== undefined && (found.nextExpiry() ?? Number.POSITIVE_INFINITY) <= now;
        const rows = isDue
          ? list(filter, page, { ...narrowing, statusAt: { status, now } })
          : list({ ...filter, status }, page, narrowing);
        return mapPage(rows, fromDepositRow);
      },
    },
    writes: {
      insert_deposit: ({ deposit }) => insert(toDepositRow(deposit)),
      update_deposit: ({ deposit }) =>
        update(toDepositStateRow(deposit), deposit.orderNo, deposit.version - 1),
    } satisfies Appliers<'insert_deposit' | 'update_deposit'>,
  };
}

function lookups(db: Db): Omit<Sync<DepositReads>, 'list' | 'history'> {
  const one = (condition: string) =>
    finder(query<DepositRow, string[]>(db, `SELECT * FROM deposits WHERE ${condition}`), fromDepositRow);
  const nextExpiry = prepared<[], number>(
    db,
    `SELECT expires_at FROM deposits WHERE status = 'pending' ORDER BY expires_at LIMIT 1`,
  ).pluck();
  // The query runs very often. If LIMIT were a plain parameter, SQLite would compile the query each time (STAT4).
  const due = query<DepositRow, [number, number]>(
    db,
    `SELECT * FROM deposits WHERE status = 'pending' AND expires_at <= ? ORDER BY expires_at, seq LIMIT ? + 0`,
  );
  return {
    get: one('order_no = ?'),
    byReference: one('mch_id = ? AND kind = ? AND reference = ?'),
    byPayToken: one('pay_token = ?'),
    nextExpiry: () => nextExpiry.get() ?? null,
    dueToExpire: (now, limit) => due.all(now, limit).map(fromDepositRow),
  };
}
