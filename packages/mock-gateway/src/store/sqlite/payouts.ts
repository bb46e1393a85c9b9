import type { Destination, Payout, PayoutState, PayoutStatus } from '../../domain/payout.ts';
import type { Conflict, Page, PayoutReads, Write } from '../store.ts';
import type { Db } from './database.ts';
import { mapPage, pager } from './paging.ts';
import { type Integer, query, rowInserter, rowUpdater } from './rows.ts';

interface StateRow {
  readonly status: PayoutStatus;
  readonly state_at: Integer | null;
  readonly txid: string | null;
  readonly message: string | null;
  readonly version: Integer;
}

interface DestinationRow {
  readonly pay_type: Destination['payType'];
  readonly bank_code: string | null;
  readonly account_name: string | null;
  readonly account_number: string | null;
  readonly ifsc: string | null;
  readonly upi_id: string | null;
  readonly usdt_address: string | null;
}

interface NewRow extends StateRow, DestinationRow {
  readonly order_no: string;
  readonly mch_id: string;
  readonly mch_order_no: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly total_debit: bigint;
  readonly created_at: Integer;
}

interface PayoutRow extends NewRow {
  readonly seq: Integer;
}

type Filter = Parameters<PayoutReads['list']>[0];
type AddDaily = Extract<Write, { write: 'add_daily' }>;

export function payoutStatements(db: Db) {
  const insert = rowInserter<NewRow>(db, 'payouts', 'leave');
  const update = rowUpdater<StateRow, [string, number]>(db, 'payouts', 'order_no = ? AND version = ?');
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
    texts: ['order_no', 'mch_order_no', 'txid', 'message'],
  });
  const daily = dailyStatements(db);

  return {
    reads: {
      get: (orderNo: string) => orNull(byOrderNo.get(orderNo)),
      byReference: (mchId: string, mchOrderNo: string) => orNull(byReference.get(mchId, mchOrderNo)),
      list: ({ mchId, status, reference, ...narrowing }: Filter, page: Page) =>
        mapPage(list({ mch_id: mchId, status, mch_order_no: reference }, page, narrowing), fromRow),
      dailyTotal: daily.total,
    },
    insert: (payout: Payout): Conflict | null => (insert(toRow(payout)) ? null : 'exists'),
    update: (payout: Payout): Conflict | null =>
      update(toStateRow(payout), payout.orderNo, payout.version - 1) ? null : 'version',
    addDaily: daily.add,
  };
}

function dailyStatements(db: Db) {
  const open = db.prepare<[string, string]>(
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

function toRow(payout: Payout): NewRow {
  return {
    order_no: payout.orderNo,
    mch_id: payout.mchId,
    mch_order_no: payout.mchOrderNo,
    amount: payout.amount,
    fee: payout.fee,
    total_debit: payout.totalDebit,
    created_at: payout.createdAt,
    ...toDestinationRow(payout.destination),
    ...toStateRow(payout),
  };
}

function toDestinationRow(destination: Destination): DestinationRow {
  const bank = destination.payType === 'bank' ? destination : null;
  return {
    pay_type: destination.payType,
    bank_code: bank?.bankCode ?? null,
    account_name: bank?.accountName ?? null,
    account_number: bank?.accountNumber ?? null,
    ifsc: bank?.ifsc ?? null,
    upi_id: destination.payType === 'upi' ? destination.upiId : null,
    usdt_address: destination.payType === 'usdt' ? destination.usdtAddress : null,
  };
}

function toStateRow({ state, version }: Payout): StateRow {
  return {
    status: state.status,
    state_at: beganAt(state),
    txid: state.status === 'success' ? state.txid : null,
    message: state.status === 'failed' ? state.message : null,
    version,
  };
}

function beganAt(state: PayoutState): number | null {
  switch (state.status) {
    case 'pending':
      return null;
    case 'processing':
      return state.approvedAt;
    case 'success':
      return state.paidAt;
    case 'failed':
      return state.failedAt;
  }
}

function fromRow(row: PayoutRow): Payout {
  return {
    orderNo: row.order_no,
    mchId: row.mch_id,
    mchOrderNo: row.mch_order_no,
    amount: row.amount,
    fee: row.fee,
    totalDebit: row.total_debit,
    destination: destinationOf(row),
    createdAt: Number(row.created_at),
    state: stateOf(row),
    version: Number(row.version),
  };
}

/** The table's CHECKs see to it that the fields of the pay type are there. */
function destinationOf(row: DestinationRow): Destination {
  switch (row.pay_type) {
    case 'bank':
      return {
        payType: 'bank',
        bankCode: row.bank_code ?? '',
        accountName: row.account_name ?? '',
        accountNumber: row.account_number ?? '',
        ifsc: row.ifsc ?? '',
      };
    case 'upi':
      return { payType: 'upi', upiId: row.upi_id ?? '' };
    case 'usdt':
      return { payType: 'usdt', usdtAddress: row.usdt_address ?? '' };
  }
}

function stateOf({ status, state_at, txid, message }: StateRow): PayoutState {
  const at = Number(state_at);
  switch (status) {
    case 'pending':
      return { status };
    case 'processing':
      return { status, approvedAt: at };
    case 'success':
      return { status, paidAt: at, txid };
    case 'failed':
      return { status, failedAt: at, message: message ?? '' };
  }
}

function orNull(row: PayoutRow | undefined): Payout | null {
  return row === undefined ? null : fromRow(row);
}
