import type { Attempt, Callback } from '../../domain/callback.ts';
import { mapPage, searchedColumns } from '../pages.ts';
import {
  type AttemptRow,
  fromAttemptRow,
  fromCallbackRow,
  type NewCallbackRow,
  type StoredCallbackRow,
  toAttemptRow,
  toCallbackRow,
  toTestRow,
} from '../rows/callback-rows.ts';
import type { Integer } from '../rows/columns.ts';
import type { CallbackQueue, Page } from '../store.ts';
import { callbackClaims } from './callback-claims.ts';
import { unclaimed } from './claims-table.ts';
import type { Db } from './database.ts';
import { pager } from './paging.ts';
import { prepared } from './prepared.ts';
import type { Sync } from './promised.ts';
import { type Appliers, finder, query, rowInserter } from './rows.ts';

/** @param realTime clock that measures the leases, in epoch milliseconds */
export function callbackStatements(db: Db, realTime: () => number) {
  const insert = rowInserter<NewCallbackRow>(db, 'callbacks');
  const insertAttempt = rowInserter<AttemptRow>(db, 'attempts');
  // The primary key already has this order. With ORDER BY number, the query would take fifteen times as long.
  const attempts = prepared<[Integer], AttemptRow>(db, 'SELECT * FROM attempts WHERE callback_seq = ?');
  const ofOrder = prepared<[string], StoredCallbackRow>(
    db,
    'SELECT * FROM callbacks WHERE order_no = ? ORDER BY seq',
  );
  const owner = prepared<[string]>(db, 'SELECT 1 FROM merchants WHERE mch_id = ?');
  const sequence = query<Integer, [string]>(db, 'SELECT seq FROM callbacks WHERE id = ?').pluck();
  const attemptsOf = (seq: Integer) => attempts.all(seq).map(fromAttemptRow).sort(byNumber);
  const claim = prepared<[Integer]>(db, 'SELECT 1 FROM claims WHERE seq = ?');
  const toCallback = (row: StoredCallbackRow): Callback => {
    const state = claim.get(row.seq) === undefined ? row.state : 'delivering';
    return fromCallbackRow({ ...row, state }, attemptsOf(row.seq));
  };
  const { enqueued, forget, ...claims } = callbackClaims(db, {
    realTime,
    attemptsOf,
    toCallback: fromCallbackRow,
  });

  return {
    reads: { ...lookups(db, toCallback), ...forecast(db) },
    ofOrder: (orderNo: string) => ofOrder.all(orderNo).map(toCallback),
    claims,
    forget,
    addAttempt: (seq: Integer, attempt: Attempt): void => void insertAttempt(toAttemptRow(seq, attempt)),
    writes: {
      enqueue({ callback }) {
        const row = toCallbackRow(callback);
        insert(row);
        enqueued(row);
        return null;
      },
      record_test({ callback, attempt }) {
        if (owner.get(callback.mchId) === undefined) return 'version';
        insert(toTestRow(callback, attempt));
        return insertAttempt(toAttemptRow(sequence.get(callback.id) ?? 0, attempt));
      },
    } satisfies Appliers<'enqueue' | 'record_test'>,
  };
}

function byNumber(one: Attempt, other: Attempt): number {
  return one.number - other.number;
}

type Lookups = Pick<Sync<CallbackQueue>, 'get' | 'latestOf' | 'list'>;

function lookups(db: Db, toCallback: (row: StoredCallbackRow) => Callback): Lookups {
  const one = (condition: string) =>
    finder(
      prepared<string[], StoredCallbackRow>(db, `SELECT * FROM callbacks WHERE ${condition}`),
      toCallback,
    );
  const list = pager<StoredCallbackRow>(db, {
    table: 'callbacks',
    indexes: { order_no: 'callbacks_by_order', mch_id: 'callbacks_by_merchant', state: 'callbacks_by_state' },
    texts: searchedColumns.callbacks,
  });
  return {
    get: one('id = ?'),
    latestOf: one('order_no = ? ORDER BY seq DESC LIMIT 1'),
    list: ({ orderNo, mchId, state, text }, page: Page) =>
      mapPage(
        list({ order_no: orderNo, mch_id: mchId, state: state === 'delivering' ? undefined : state }, page, {
          text,
          claimed: state === undefined ? undefined : state === 'delivering',
        }),
        toCallback,
      ),
  };
}

function forecast(db: Db): Pick<Sync<CallbackQueue>, 'counts' | 'nextDue'> {
  const counted = prepared<[], { readonly pending: number; readonly delivering: number }>(
    db,
    `SELECT (SELECT count(*) FROM callbacks WHERE state = 'pending' AND ${unclaimed}) AS pending,
       (SELECT count(*) FROM claims) AS delivering`,
  );
  const next = prepared<[number], number>(
    db,
    `SELECT next_attempt_at FROM callbacks INDEXED BY callbacks_due
     WHERE state = 'pending' AND next_attempt_at > ? AND ${unclaimed} ORDER BY next_attempt_at LIMIT 1`,
  ).pluck();
  return {
    counts: () => counted.get() ?? { pending: 0, delivering: 0 },
    nextDue: (after = Number.MIN_SAFE_INTEGER) => next.get(after) ?? null,
  };
}
