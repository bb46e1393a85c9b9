import {
  type Attempt,
  type Callback,
  type CallbackState,
  initialState,
  type NewCallback,
} from '../domain/callback.ts';
import type { Notification } from '../domain/history.ts';
import type { Change } from './change.ts';
import { type Condition, flag, instant, type Numbered, type RowOf } from './columns.ts';
import type { Database } from './database.ts';
import type { History } from './history.ts';
import { listRows, mapPage, type Page, type Paged } from './paging.ts';

/** A callback to deliver, with its position in the queue. */
export interface Due {
  readonly callback: Callback;
  readonly seq: number;
  readonly url: string;
  /** Host and port of the URL. */
  readonly receiver: string;
}

/** Free places for deliveries. */
export interface Places {
  readonly atMost: number;
  /** Maximum number of deliveries to one receiver, including its `busy` places. */
  readonly perReceiver: number;
  readonly busy: ReadonlyMap<string, number>;
}

/** State after an attempt. */
export interface AfterAttempt {
  readonly state: 'pending' | 'delivered' | 'failed';
  /** Epoch milliseconds of the next attempt, or null. */
  readonly nextAttemptAt: number | null;
}

/** Filters of a list of callbacks. A missing filter matches every callback. */
export interface CallbackFilter {
  readonly orderNo?: string | undefined;
  readonly mchId?: string | undefined;
  readonly state?: CallbackState | undefined;
  /** Part of the callback's id, event, order number, URL or body. Ignores case. */
  readonly text?: string | undefined;
}

const listed = {
  table: 'callbacks',
  indexes: { order_no: 'callbacks_by_order', mch_id: 'callbacks_by_merchant', state: 'callbacks_by_state' },
  texts: ['id', 'event', 'order_no', 'url', 'body'],
};

/**
 * The outbox of callbacks. A row is pending until its last attempt. Only this process delivers, so which callbacks are
 * being delivered is in memory: after a crash, everything due is due again.
 */
export class Callbacks {
  readonly #db: Database;
  readonly #history: History;
  readonly #changed: (change: Change) => void;
  /** Positions of the callbacks that are being delivered. */
  readonly #delivering = new Set<number>();
  /** The receiver that was asked last for due callbacks. */
  #lastAsked = '';

  constructor(db: Database, history: History, changed: (change: Change) => void) {
    this.#db = db;
    this.#history = history;
    this.#changed = changed;
  }

  get delivering(): ReadonlySet<number> {
    return this.#delivering;
  }

  /** Marks a callback as being delivered. Its row does not change. */
  begin(seq: number): void {
    this.#delivering.add(seq);
  }

  end(seq: number): void {
    this.#delivering.delete(seq);
  }

  get(id: string): Callback | null {
    return this.#find('id = ?', id);
  }

  latestOf(orderNo: string): Callback | null {
    return this.#find('order_no = ? ORDER BY seq DESC LIMIT 1', orderNo);
  }

  #find(condition: string, value: string): Callback | null {
    const row = this.#db.get<CallbackRow>(`SELECT * FROM callbacks WHERE ${condition}`, value);
    return row === undefined ? null : this.#toCallback(row);
  }

  ofOrder(orderNo: string): readonly Callback[] {
    return this.#db
      .all<CallbackRow>('SELECT * FROM callbacks WHERE order_no = ? ORDER BY seq', orderNo)
      .map((row) => this.#toCallback(row));
  }

  /** Lists callbacks, newest first. */
  list({ orderNo, mchId, state, text }: CallbackFilter, page: Page): Paged<Callback> {
    const filter = {
      order_no: orderNo,
      mch_id: mchId,
      state: state === 'delivering' ? undefined : state,
    };
    const conditions = state === undefined ? [] : [this.#isDelivering(state === 'delivering')];
    const query = { filter, narrowing: { text }, conditions };
    const rows = listRows<CallbackRow>(this.#db, listed, query, page);
    return mapPage(rows, (row) => this.#toCallback(row));
  }

  #isDelivering(is: boolean): Condition {
    return {
      sql: `seq ${is ? 'IN' : 'NOT IN'} (SELECT value FROM json_each(?))`,
      values: [JSON.stringify([...this.#delivering])],
    };
  }

  /** Returns the number of waiting and of running deliveries. */
  counts(): { readonly pending: number; readonly delivering: number } {
    const sql = `SELECT count(*) AS pending FROM callbacks WHERE state = 'pending'`;
    const pending = Number(this.#db.get<{ pending: bigint }>(sql)?.pending);
    // A re-send can deliver a callback that is not pending.
    const { sql: among, values } = this.#isDelivering(true);
    const both = this.#db.get<{ count: bigint }>(
      `SELECT count(*) AS count FROM callbacks WHERE state = 'pending' AND ${among}`,
      ...values,
    );
    return { pending: pending - Number(both?.count), delivering: this.#delivering.size };
  }

  /** Returns the earliest time of an attempt that no delivery makes yet. With `after`, the earliest later than that. */
  nextDue(after = -1): number | null {
    const rows = this.#db.all<{ seq: bigint; at: bigint }>(
      `SELECT seq, next_attempt_at AS at FROM callbacks INDEXED BY callbacks_due
       WHERE state = 'pending' AND next_attempt_at > ? ORDER BY next_attempt_at, seq LIMIT ?`,
      ...[after, this.#delivering.size + 1],
    );
    const next = rows.find(({ seq }) => !this.#delivering.has(Number(seq)));
    return next === undefined ? null : Number(next.at);
  }

  /**
   * Returns due callbacks for the free places, longest waiting first. The receivers with a free place take turns, so the
   * callbacks of a receiver without one hide no other (invariant: a hung receiver delays no other receiver).
   */
  due(now: number, { atMost, perReceiver, busy }: Places): readonly Due[] {
    const first: DuePlace[] = [];
    for (const { receiver, at } of this.#receiversInTurn()) {
      const free = Math.min(perReceiver - (busy.get(receiver) ?? 0), atMost);
      if (free > 0 && at <= now) first.push(...this.#firstDue(receiver, now, free));
      this.#lastAsked = receiver;
      if (first.length >= atMost) break;
    }
    first.sort((one, other) => Number(one.at - other.at) || Number(one.seq - other.seq));
    return first.slice(0, atMost).map(({ seq }) => this.#due(seq));
  }

  /** The receivers of pending callbacks, beginning after the one that was asked last. Reads one index entry for each. */
  *#receiversInTurn(): Iterable<Waiting> {
    const last = this.#lastAsked;
    for (let next = this.#receiverAfter(last); next; next = this.#receiverAfter(next.receiver)) yield next;
    let next = this.#receiverAfter('');
    for (; next && next.receiver <= last; next = this.#receiverAfter(next.receiver)) yield next;
  }

  #receiverAfter(receiver: string): Waiting | undefined {
    const sql = `SELECT receiver, next_attempt_at AS at FROM callbacks INDEXED BY callbacks_due_by_receiver
      WHERE state = 'pending' AND receiver > ? ORDER BY receiver, next_attempt_at LIMIT 1`;
    return this.#db.get<Waiting>(sql, receiver);
  }

  /** Returns the callbacks of a receiver that have waited longest. Reads only the index. */
  #firstDue(receiver: string, now: number, count: number): readonly DuePlace[] {
    return this.#db
      .all<DuePlace>(
        `SELECT seq, next_attempt_at AS at FROM callbacks INDEXED BY callbacks_due_by_receiver
         WHERE state = 'pending' AND receiver = ? AND next_attempt_at <= ? ORDER BY next_attempt_at, seq LIMIT ?`,
        ...[receiver, now, count + this.#delivering.size],
      )
      .filter(({ seq }) => !this.#delivering.has(Number(seq)))
      .slice(0, count);
  }

  #due(seq: bigint): Due {
    const row = this.#db.get<DueRow>('SELECT * FROM callbacks WHERE seq = ?', seq) as DueRow;
    return { callback: this.#toCallback(row), seq: Number(seq), url: row.url, receiver: row.receiver };
  }

  /** Returns a callback that an operator wants to re-send, or null while it is being delivered. */
  toResend(id: string): { readonly callback: Callback; readonly seq: number } | null {
    const row = this.#db.get<CallbackRow>('SELECT * FROM callbacks WHERE id = ?', id);
    if (row === undefined || this.#delivering.has(Number(row.seq))) return null;
    return { callback: this.#toCallback(row), seq: Number(row.seq) };
  }

  /** Adds a callback: due immediately, or undeliverable without a URL. */
  enqueue(callback: NewCallback): void {
    this.#db.insert('callbacks', toRow(callback));
    this.#changed({ type: 'callback', callback: { ...callback, ...initialState(callback), attempts: [] } });
  }

  /** Records a completed callback test: delivered or failed, never due (spec: Delivery rules 6). */
  recordTest(callback: NewCallback, attempt: Attempt): void {
    const state = { state: attempt.ok ? 'delivered' : 'failed', nextAttemptAt: null } as const;
    this.#db.insert('callbacks', { ...toRow(callback), state: state.state, next_attempt_at: null });
    const seq = this.#db.get<{ seq: bigint }>('SELECT seq FROM callbacks WHERE id = ?', callback.id)?.seq;
    this.#db.insert('attempts', toAttemptRow(seq ?? 0n, attempt));
    this.#changed({ type: 'callback', callback: { ...callback, ...state, attempts: [attempt] } });
  }

  /**
   * Stores an attempt and what follows from it. A callback without a URL gets that of the attempt.
   *
   * @param notification for the merchant, if the last attempt failed
   */
  finish(
    { callback, seq, receiver }: Omit<Due, 'url'>,
    attempt: Attempt,
    next: AfterAttempt,
    notification: Notification | null,
  ): void {
    this.#db.run(
      `UPDATE callbacks SET state = ?, next_attempt_at = ?, url = coalesce(url, ?), receiver = coalesce(receiver, ?)
       WHERE seq = ?`,
      ...[next.state, next.nextAttemptAt, attempt.url, receiver, seq],
    );
    this.#db.insert('attempts', toAttemptRow(BigInt(seq), attempt));
    if (notification !== null) this.#history.notify(notification);
    const attempts = [...callback.attempts, attempt];
    this.#changed({ type: 'callback', callback: { ...callback, ...next, attempts } });
  }

  #toCallback(row: CallbackRow): Callback {
    const attempts = this.#db
      .all<AttemptRow>('SELECT * FROM attempts WHERE callback_seq = ?', row.seq)
      .map(fromAttemptRow)
      .sort((one, other) => one.number - other.number);
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
      state: this.#delivering.has(Number(row.seq)) ? 'delivering' : row.state,
      nextAttemptAt: instant(row.next_attempt_at),
      attempts,
    };
  }
}

type CallbackRow = Numbered<RowOf<typeof toRow>>;

/** A receiver of pending callbacks, and the earliest time of an attempt. */
interface Waiting {
  readonly receiver: string;
  readonly at: bigint;
}

/** Position of a due callback, and the time of its attempt. */
interface DuePlace {
  readonly seq: bigint;
  readonly at: bigint;
}

/** A due callback. The CHECK constraints of the table require its URL and its due time. */
interface DueRow extends CallbackRow {
  readonly url: string;
  readonly receiver: string;
}

function toRow(callback: NewCallback) {
  const { url } = callback;
  const { state, nextAttemptAt } = initialState(callback);
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
    state: state as CallbackState,
    next_attempt_at: nextAttemptAt,
  };
}

/**
 * Key of a receiver, its host and port (reading: Callbacks). Examples: `127.0.0.1:3000`, `shop.example:443`.
 *
 * @param url an absolute http or https URL
 */
export function receiverOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
}

type AttemptRow = RowOf<typeof toAttemptRow>;

function toAttemptRow(seq: bigint, attempt: Attempt) {
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

function fromAttemptRow(row: AttemptRow): Attempt {
  return {
    number: Number(row.number),
    manual: row.manual === 1n,
    url: row.url,
    startedAt: Number(row.started_at),
    durationMs: Number(row.duration_ms),
    status: row.status === null ? null : Number(row.status),
    responseBody: row.response_body,
    ...(row.response_headers === null ? {} : { responseHeaders: JSON.parse(row.response_headers) }),
    ok: row.ok === 1n,
    reason: row.reason,
    fault: row.fault === null ? null : JSON.parse(row.fault),
  };
}
