import type { Attempt, Callback, CallbackState, NewCallback } from '../../domain/callback.ts';
import { mapPage } from '../pages.ts';
import {
  type AttemptRow,
  type CallbackRow,
  fromAttemptRow,
  fromCallbackRow,
  type NewCallbackRow,
  toAttemptRow,
  toCallbackRow,
  toTestRow,
} from '../rows/callback-rows.ts';
import type { Integer } from '../rows/columns.ts';
import type { CallbackQueue, Conflict, Page, Write } from '../store.ts';
import { callbackClaims } from './callback-claims.ts';
import type { Db } from './database.ts';
import { pager } from './paging.ts';
import { prepared } from './prepared.ts';
import type { Sync } from './promised.ts';
import { query, rowInserter } from './rows.ts';

type RecordTest = Extract<Write, { write: 'record_test' }>;

/** @param realTime epoch ms, by which leases end */
export function callbackStatements(db: Db, realTime: () => number) {
  const insert = rowInserter<NewCallbackRow>(db, 'callbacks');
  const insertAttempt = rowInserter<AttemptRow>(db, 'attempts');
  // The primary key's index has them in order. ORDER BY number needs no sorting either, and takes fifteen times as long.
  const attempts = prepared<[Integer], AttemptRow>(db, 'SELECT * FROM attempts WHERE callback_seq = ?');
  const ofOrder = query<CallbackRow, [string]>(db, 'SELECT * FROM callbacks WHERE order_no = ? ORDER BY seq');
  const owner = prepared<[string]>(db, 'SELECT 1 FROM merchants WHERE mch_id = ?');
  const sequence = query<Integer, [string]>(db, 'SELECT seq FROM callbacks WHERE id = ?').pluck();
  const toCallback = (row: CallbackRow) =>
    fromCallbackRow(row, attempts.all(row.seq).map(fromAttemptRow).sort(byNumber));

  return {
    reads: { ...lookups(db, toCallback), ...forecast(db) },
    ofOrder: (orderNo: string) => ofOrder.all(orderNo).map(toCallback),
    claims: callbackClaims(db, { realTime, toCallback }),
    enqueue: (callback: NewCallback): void => void insert(toCallbackRow(callback)),
    addAttempt: (seq: Integer, attempt: Attempt): void => void insertAttempt(toAttemptRow(seq, attempt)),
    recordTest({ callback, attempt }: RecordTest): Conflict | null {
      if (owner.get(callback.mchId) === undefined) return 'version';
      insert(toTestRow(callback, attempt));
      insertAttempt(toAttemptRow(sequence.get(callback.id) ?? 0, attempt));
      return null;
    },
  };
}

function byNumber(one: Attempt, other: Attempt): number {
  return one.number - other.number;
}

type Lookups = Pick<Sync<CallbackQueue>, 'get' | 'latestOf' | 'list'>;

function lookups(db: Db, toCallback: (row: CallbackRow) => Callback): Lookups {
  const byId = query<CallbackRow, [string]>(db, 'SELECT * FROM callbacks WHERE id = ?');
  const latest = query<CallbackRow, [string]>(
    db,
    'SELECT * FROM callbacks WHERE order_no = ? ORDER BY seq DESC LIMIT 1',
  );
  const list = pager<CallbackRow>(db, {
    table: 'callbacks',
    indexes: { order_no: 'callbacks_by_order', mch_id: 'callbacks_by_merchant', state: 'callbacks_by_state' },
    texts: ['id', 'event', 'order_no', 'url', 'body'],
  });
  const orNull = (row: CallbackRow | undefined) => (row === undefined ? null : toCallback(row));
  return {
    get: (id) => orNull(byId.get(id)),
    latestOf: (orderNo) => orNull(latest.get(orderNo)),
    list: ({ orderNo, mchId, state, text }, page: Page) =>
      mapPage(list({ order_no: orderNo, mch_id: mchId, state }, page, { text }), toCallback),
  };
}

function forecast(db: Db): Pick<Sync<CallbackQueue>, 'counts' | 'nextDue'> {
  const count = prepared<[CallbackState], number>(
    db,
    'SELECT count(*) FROM callbacks WHERE state = ?',
  ).pluck();
  const next = prepared<[number], number>(
    db,
    'SELECT due_at FROM callbacks WHERE due_at > ? ORDER BY due_at LIMIT 1',
  ).pluck();
  return {
    counts: () => ({ pending: count.get('pending') ?? 0, delivering: count.get('delivering') ?? 0 }),
    nextDue: (after = Number.MIN_SAFE_INTEGER) => next.get(after) ?? null,
  };
}
