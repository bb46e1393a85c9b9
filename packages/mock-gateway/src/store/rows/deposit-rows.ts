import { type Deposit, type DepositState, merchantReference, type UsdtQuote } from '../../domain/deposit.ts';
import type { Numbered, RowOf } from './columns.ts';

/** Columns that a move updates. */
export type DepositStateRow = RowOf<typeof toDepositStateRow>;

/** All columns except the number that the database assigns. */
export type NewDepositRow = RowOf<typeof toDepositRow>;

/** The row that a store reads. */
export type DepositRow = Numbered<NewDepositRow>;

/** Converts a new pay-in or link to a row. */
export function toDepositRow(deposit: Deposit) {
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
    ...toDepositStateRow(deposit),
  };
}

/** Converts the columns that a move updates. */
export function toDepositStateRow({ state, version }: Deposit) {
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

/** Converts a row to a pay-in or link. The CHECK constraints of the table guarantee the columns of each state. */
export function fromDepositRow(row: DepositRow): Deposit {
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

function stateOf({ status, state_at, paid_amount, utr }: DepositStateRow): DepositState {
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
