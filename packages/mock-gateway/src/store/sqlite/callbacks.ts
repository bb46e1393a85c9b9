import type { Attempt, Callback, CallbackEvent, CallbackKind, CallbackState, NewCallback } from '../../domain/callback.ts';
import type { CallbackFormat } from '../../domain/merchant.ts';
import { receiverOf } from '../receiver.ts';
import type { CallbackQueue, Page } from '../store.ts';
import { callbackClaims } from './callback-claims.ts';
import type { Db } from './database.ts';
import { mapPage, pager } from './paging.ts';
import type { Sync } from './promised.ts';
import { flag, instant, type Integer, isOn, query, rowInserter } from './rows.ts';

interface NewRow {
  readonly id: string;
  readonly kind: CallbackKind;
  readonly event: CallbackEvent;
  readonly mch_id: string;
  readonly order_no: string | null;
  readonly url: string | null;
  readonly receiver: string | null;
  readonly format: CallbackFormat;
  readonly body: string;
  readonly created_at: Integer;
  readonly state: CallbackState;
  readonly next_attempt_at: Integer | null;
}

export interface CallbackRow extends NewRow {
  readonly seq: Integer;
  readonly fence: Integer;
  readonly resend_state: CallbackState | null;
}

interface AttemptRow {
  readonly callback_seq: Integer;
  readonly number: Integer;
  readonly manual: Integer;
  readonly started_at: Integer;
  readonly duration_ms: Integer;
  readonly status: Integer | null;
  readonly response_body: string | null;
  readonly ok: Integer;
  readonly reason: string | null;
}

export function callbackStatements(db: Db) {
  const insert = rowInserter<NewRow>(db, 'callbacks');
  const insertAttempt = rowInserter<AttemptRow>(db, 'attempts');
  const attempts = query<AttemptRow, [Integer]>(db, 'SELECT * FROM attempts WHERE callback_seq = ? ORDER BY number');
  const toCallback = (row: CallbackRow) => fromRow(row, attempts.all(row.seq).map(attemptFromRow));

  return {
    reads: { ...lookups(db, toCallback), ...forecast(db) },
    claims: callbackClaims(db, toCallback),
    enqueue: (callback: NewCallback): void => void insert(toRow(callback)),
    addAttempt: (seq: Integer, attempt: Attempt): void => void insertAttempt(toAttemptRow(seq, attempt)),
  };
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
  });
  const orNull = (row: CallbackRow | undefined) => (row === undefined ? null : toCallback(row));
  return {
    get: (id) => orNull(byId.get(id)),
    latestOf: (orderNo) => orNull(latest.get(orderNo)),
    list: ({ orderNo, mchId, state }, page: Page) =>
      mapPage(list({ order_no: orderNo, mch_id: mchId, state }, page), toCallback),
  };
}

function forecast(db: Db): Pick<Sync<CallbackQueue>, 'outlook' | 'nextDue'> {
  const count = db.prepare<[CallbackState], number>('SELECT count(*) FROM callbacks WHERE state = ?').pluck();
  const next = db
    .prepare<[number], number>('SELECT due_at FROM callbacks WHERE due_at > ? ORDER BY due_at LIMIT 1')
    .pluck();
  return {
    outlook: () => ({ pending: count.get('pending') ?? 0, delivering: count.get('delivering') ?? 0 }),
    nextDue: (after = Number.MIN_SAFE_INTEGER) => next.get(after) ?? null,
  };
}

function toRow(callback: NewCallback): NewRow {
  const { url } = callback;
  return {
    id: callback.id,
    kind: callback.kind,
    event: callback.event,
    mch_id: callback.mchId,
    order_no: callback.orderNo,
    url,
    receiver: url === null ? null : receiverOf(url),
    format: callback.format,
    body: callback.body,
    created_at: callback.createdAt,
    state: url === null ? 'undeliverable' : 'pending',
    next_attempt_at: url === null ? null : callback.createdAt,
  };
}

function fromRow(row: CallbackRow, attempts: readonly Attempt[]): Callback {
  return {
    id: row.id,
    kind: row.kind,
    event: row.event,
    mchId: row.mch_id,
    orderNo: row.order_no,
    url: row.url,
    format: row.format,
    body: row.body,
    createdAt: Number(row.created_at),
    state: row.state,
    nextAttemptAt: instant(row.next_attempt_at),
    attempts,
  };
}

function toAttemptRow(seq: Integer, attempt: Attempt): AttemptRow {
  return {
    callback_seq: seq,
    number: attempt.number,
    manual: flag(attempt.manual),
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    status: attempt.status,
    response_body: attempt.responseBody,
    ok: flag(attempt.ok),
    reason: attempt.reason,
  };
}

function attemptFromRow(row: AttemptRow): Attempt {
  return {
    number: Number(row.number),
    manual: isOn(row.manual),
    startedAt: Number(row.started_at),
    durationMs: Number(row.duration_ms),
    status: row.status === null ? null : Number(row.status),
    responseBody: row.response_body,
    ok: isOn(row.ok),
    reason: row.reason,
  };
}
