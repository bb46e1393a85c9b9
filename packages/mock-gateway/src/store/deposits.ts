import {
  type Deposit,
  type DepositKind,
  type DepositState,
  type DepositStatus,
  merchantReference,
  type UsdtQuote,
} from '../domain/deposit.ts';
import type { Change } from './change.ts';
import type { Numbered, RowOf } from './columns.ts';
import type { Database } from './database.ts';
import { listRows, mapPage, type OrderFilter, type Page, type Paged } from './paging.ts';

/** Filters of a list of pay-ins or links. */
export interface DepositFilter extends OrderFilter<DepositStatus> {
  readonly kind: DepositKind;
  /**
   * Instant for which the status is calculated. An order whose validity has ended is expired, even before the expiry is
   * stored.
   */
  readonly now?: number | undefined;
}

const listed = {
  table: 'deposits',
  indexes: {
    reference: 'deposits_by_reference',
    mch_id: 'deposits_by_merchant',
    status: 'deposits_by_status',
    kind: 'deposits_by_kind',
  },
  inEveryIndex: 'kind',
  texts: ['order_no', 'reference', 'utr', 'note'],
};

/** Pay-ins and links. */
export class Deposits {
  readonly #db: Database;
  readonly #changed: (change: Change) => void;

  constructor(db: Database, changed: (change: Change) => void) {
    this.#db = db;
    this.#changed = changed;
  }

  get(orderNo: string): Deposit | null {
    return this.#find('order_no = ?', orderNo);
  }

  byReference(mchId: string, kind: DepositKind, reference: string): Deposit | null {
    return this.#find('mch_id = ? AND kind = ? AND reference = ?', mchId, kind, reference);
  }

  byPayToken(token: string): Deposit | null {
    return this.#find('pay_token = ?', token);
  }

  #find(condition: string, ...values: string[]): Deposit | null {
    const row = this.#db.get<DepositRow>(`SELECT * FROM deposits WHERE ${condition}`, ...values);
    return row === undefined ? null : fromRow(row);
  }

  /** Lists orders, newest first. */
  list({ kind, mchId, status, reference, now = 0, ...narrowing }: DepositFilter, page: Page): Paged<Deposit> {
    const filter = { kind, mch_id: mchId, reference };
    // Usually every due expiry is already stored, so the index of the states is sufficient.
    const isDue = status !== undefined && (this.nextExpiry() ?? Number.POSITIVE_INFINITY) <= now;
    const query = isDue
      ? { filter, narrowing, conditions: [{ sql: statusAt, values: [now, status] }] }
      : { filter: { ...filter, status }, narrowing };
    return mapPage(listRows<DepositRow>(this.#db, listed, query, page), fromRow);
  }

  /** Returns the earliest `expiresAt` among pending deposits, or among those later than `after`. */
  nextExpiry(after = -1): number | null {
    const row = this.#db.get<{ expires_at: bigint }>(
      `SELECT expires_at FROM deposits WHERE status = 'pending' AND expires_at > ? ORDER BY expires_at LIMIT 1`,
      after,
    );
    return row === undefined ? null : Number(row.expires_at);
  }

  /** Returns the pending deposits with an `expiresAt` up to `now`, earliest first. */
  dueToExpire(now: number, limit: number): readonly Deposit[] {
    return this.#db
      .all<DepositRow>(
        `SELECT * FROM deposits WHERE status = 'pending' AND expires_at <= ? ORDER BY expires_at, seq LIMIT ?`,
        now,
        limit,
      )
      .map(fromRow);
  }

  /** Stores a new order. The merchant must not have its reference yet. */
  insert(deposit: Deposit): void {
    this.#db.insert('deposits', toRow(deposit));
    this.#changed({ type: 'deposit', deposit, isNew: true });
  }

  /** Writes the state, because all other fields are fixed. */
  update(deposit: Deposit): void {
    this.#db.update('deposits', toStateRow(deposit.state), 'order_no', deposit.orderNo);
    this.#changed({ type: 'deposit', deposit, isNew: false });
  }
}

const statusAt = `CASE WHEN status = 'pending' AND expires_at <= ? THEN 'expired' ELSE status END = ?`;

type DepositRow = Numbered<RowOf<typeof toRow>>;

function toRow(deposit: Deposit) {
  return {
    order_no: deposit.orderNo,
    mch_id: deposit.mchId,
    kind: deposit.kind,
    reference: merchantReference(deposit),
    amount: deposit.amount,
    fee: deposit.fee,
    net_amount: deposit.netAmount,
    trade_type: deposit.tradeType,
    usdt_amount: deposit.usdt?.amount ?? null,
    usdt_rate: deposit.usdt?.rate ?? null,
    usdt_address: deposit.usdt?.address ?? null,
    notify_url: deposit.notifyUrl,
    return_url: deposit.returnUrl,
    note: deposit.kind === 'payin' ? deposit.extra : deposit.note,
    pay_token: deposit.payToken,
    created_at: deposit.createdAt,
    expires_at: deposit.expiresAt,
    ...toStateRow(deposit.state),
  };
}

function toStateRow(state: DepositState) {
  const paid = state.status === 'success' ? state : null;
  return {
    status: state.status,
    state_at: state.status === 'failed' ? state.failedAt : (paid?.paidAt ?? null),
    paid_amount: paid?.paidAmount ?? null,
    utr: paid?.utr ?? null,
  };
}

/** Converts a row to a pay-in or link. The CHECK constraints of the table guarantee the columns of each state. */
function fromRow(row: DepositRow): Deposit {
  const base = {
    orderNo: row.order_no,
    mchId: row.mch_id,
    amount: row.amount,
    fee: row.fee,
    netAmount: row.net_amount,
    tradeType: row.trade_type,
    usdt: usdtOf(row),
    notifyUrl: row.notify_url,
    returnUrl: row.return_url,
    payToken: row.pay_token,
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    state: stateOf(row),
  };
  return row.kind === 'payin'
    ? { ...base, kind: 'payin', mchOrderNo: row.reference ?? '', extra: row.note }
    : { ...base, kind: 'link', clientRef: row.reference, note: row.note };
}

function stateOf({ status, state_at, paid_amount, utr }: DepositRow): DepositState {
  switch (status) {
    case 'success':
      return { status, paidAmount: paid_amount ?? 0n, utr, paidAt: Number(state_at) };
    case 'failed':
      return { status, failedAt: Number(state_at) };
    default:
      return { status };
  }
}

function usdtOf({ usdt_amount, usdt_rate, usdt_address }: DepositRow): UsdtQuote | null {
  if (usdt_amount === null || usdt_rate === null || usdt_address === null) return null;
  return { amount: usdt_amount, rate: usdt_rate, address: usdt_address };
}
