import type { TradeType } from '@inrgate/sdk/protocol';
import {
  type Deposit,
  type DepositKind,
  type DepositState,
  type DepositStatus,
  merchantReference,
  type UsdtQuote,
} from '../../domain/deposit.ts';
import type { Conflict, DepositReads, Page } from '../store.ts';
import type { Db } from './database.ts';
import { mapPage, pager } from './paging.ts';
import type { Sync } from './promised.ts';
import { type Integer, query, rowInserter, rowUpdater } from './rows.ts';

interface StateRow {
  readonly status: DepositStatus;
  readonly state_at: Integer | null;
  readonly paid_amount: bigint | null;
  readonly utr: string | null;
  readonly version: Integer;
}

interface NewRow extends StateRow {
  readonly order_no: string;
  readonly mch_id: string;
  readonly kind: DepositKind;
  /** `mchOrderNo`, or a link's `client_ref`. */
  readonly reference: string | null;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly net_amount: bigint;
  readonly trade_type: TradeType;
  readonly usdt_amount: bigint | null;
  readonly usdt_rate: bigint | null;
  readonly usdt_address: string | null;
  readonly notify_url: string | null;
  readonly return_url: string | null;
  /** `extra`, or a link's `note`. */
  readonly note: string;
  readonly pay_token: string;
  readonly created_at: Integer;
  readonly expires_at: Integer;
}

interface DepositRow extends NewRow {
  readonly seq: Integer;
}

type Filter = Parameters<DepositReads['list']>[0];

export function depositStatements(db: Db) {
  const insert = rowInserter<NewRow>(db, 'deposits', 'leave');
  const update = rowUpdater<StateRow, [string, number]>(db, 'deposits', 'order_no = ? AND version = ?');
  const list = pager<DepositRow>(db, {
    table: 'deposits',
    indexes: {
      reference: 'deposits_by_reference',
      mch_id: 'deposits_by_merchant',
      status: 'deposits_by_status',
      kind: 'deposits_by_kind',
    },
    texts: ['order_no', 'reference', 'utr', 'note'],
  });
  const found = lookups(db);
  return {
    reads: {
      ...found,
      list: ({ kind, mchId, status, reference, now = 0, ...narrowing }: Filter, page: Page) => {
        const filter = { kind, mch_id: mchId, reference };
        // Mostly everything that is due has been written down, and the index of the states can be used.
        const isDue = status !== undefined && (found.nextExpiry() ?? Number.POSITIVE_INFINITY) <= now;
        const rows = isDue
          ? list(filter, page, { ...narrowing, statusAt: { status, now } })
          : list({ ...filter, status }, page, narrowing);
        return mapPage(rows, fromRow);
      },
    },
    insert: (deposit: Deposit): Conflict | null => (insert(toRow(deposit)) ? null : 'exists'),
    update: (deposit: Deposit): Conflict | null =>
      update(toStateRow(deposit), deposit.orderNo, deposit.version - 1) ? null : 'version',
  };
}

function lookups(db: Db): Omit<Sync<DepositReads>, 'list' | 'history'> {
  const byOrderNo = query<DepositRow, [string]>(db, 'SELECT * FROM deposits WHERE order_no = ?');
  const byToken = query<DepositRow, [string]>(db, 'SELECT * FROM deposits WHERE pay_token = ?');
  const byReference = query<DepositRow, [string, string, string]>(
    db,
    'SELECT * FROM deposits WHERE mch_id = ? AND kind = ? AND reference = ?',
  );
  const nextExpiry = db
    .prepare<[], number>(
      `SELECT expires_at FROM deposits WHERE status = 'pending' ORDER BY expires_at LIMIT 1`,
    )
    .pluck();
  const due = query<DepositRow, [number, number]>(
    db,
    `SELECT * FROM deposits WHERE status = 'pending' AND expires_at <= ? ORDER BY expires_at, seq LIMIT ?`,
  );
  return {
    get: (orderNo) => orNull(byOrderNo.get(orderNo)),
    byReference: (mchId, kind, reference) => orNull(byReference.get(mchId, kind, reference)),
    byPayToken: (token) => orNull(byToken.get(token)),
    nextExpiry: () => nextExpiry.get() ?? null,
    dueToExpire: (now, limit) => due.all(now, limit).map(fromRow),
  };
}

function toRow(deposit: Deposit): NewRow {
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
    ...toStateRow(deposit),
  };
}

function toStateRow({ state, version }: Deposit): StateRow {
  const paid = state.status === 'success' ? state : null;
  const stateAt = state.status === 'failed' ? state.failedAt : (paid?.paidAt ?? null);
  return {
    status: state.status,
    state_at: stateAt,
    paid_amount: paid?.paidAmount ?? null,
    utr: paid?.utr ?? null,
    version,
  };
}

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
    version: Number(row.version),
  };
  return row.kind === 'payin'
    ? { ...base, kind: 'payin', mchOrderNo: row.reference ?? '', extra: row.note }
    : { ...base, kind: 'link', clientRef: row.reference, note: row.note };
}

function stateOf({ status, state_at, paid_amount, utr }: StateRow): DepositState {
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

function orNull(row: DepositRow | undefined): Deposit | null {
  return row === undefined ? null : fromRow(row);
}
