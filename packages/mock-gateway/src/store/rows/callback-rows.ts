import type { Attempt, Callback, CallbackState, NewCallback } from '../../domain/callback.ts';
import { receiverOf } from '../receiver.ts';
import { flag, type Integer, instant, isOn, type Numbered, type RowOf } from './columns.ts';

/** The columns that never change, with the initial state. */
export type NewCallbackRow = RowOf<typeof toCallbackRow>;

/** A stored callback with its position in the queue. */
export type StoredCallbackRow = Numbered<NewCallbackRow>;

/** Columns of an attempt. */
export type AttemptRow = RowOf<typeof toAttemptRow>;

/** Row of a new callback: due immediately, or undeliverable. */
export function toCallbackRow(callback: NewCallback) {
  const { url } = callback;
  return {
    id: callback.id,
    kind: callback.kind,
    event: callback.event,
    mch_id: callback.mchId,
    order_no: callback.orderNo,
    mch_order_no: callback.mchOrderNo,
    url,
    receiver: url === null ? null : receiverOf(url),
    format: callback.format,
    body: callback.body,
    created_at: callback.createdAt,
    state: (url === null ? 'undeliverable' : 'pending') as CallbackState,
    next_attempt_at: url === null ? null : callback.createdAt,
  };
}

/** Row of a callback test. The gateway stores it after the end of the test (spec: Delivery rules 6). */
export function toTestRow(callback: NewCallback, { ok }: Attempt): NewCallbackRow {
  return { ...toCallbackRow(callback), state: ok ? 'delivered' : 'failed', next_attempt_at: null };
}

/** Converts a row and its attempts, oldest first, to a callback. */
export function fromCallbackRow(row: NewCallbackRow, attempts: readonly Attempt[]): Callback {
  return {
    id: row.id,
    kind: row.kind,
    event: row.event,
    mchId: row.mch_id,
    orderNo: row.order_no,
    mchOrderNo: row.mch_order_no,
    url: row.url,
    format: row.format,
    body: row.body,
    createdAt: Number(row.created_at),
    state: row.state,
    nextAttemptAt: instant(row.next_attempt_at),
    attempts,
  };
}

/** Converts an attempt to a new row. */
export function toAttemptRow(seq: Integer, attempt: Attempt) {
  return {
    callback_seq: seq,
    number: attempt.number,
    manual: flag(attempt.manual),
    url: attempt.url,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    status: attempt.status,
    response_body: attempt.responseBody,
    response_headers: attempt.responseHeaders === undefined ? null : JSON.stringify(attempt.responseHeaders),
    ok: flag(attempt.ok),
    reason: attempt.reason,
    fault: attempt.fault === null ? null : JSON.stringify(attempt.fault),
  };
}

/** Converts a row to an attempt. */
export function fromAttemptRow(row: AttemptRow): Attempt {
  return {
    number: Number(row.number),
    manual: isOn(row.manual),
    url: row.url,
    startedAt: Number(row.started_at),
    durationMs: Number(row.duration_ms),
    status: row.status === null ? null : Number(row.status),
    responseBody: row.response_body,
    ...(row.response_headers === null ? {} : { responseHeaders: JSON.parse(row.response_headers) }),
    ok: isOn(row.ok),
    reason: row.reason,
    fault: row.fault === null ? null : JSON.parse(row.fault),
  };
}
