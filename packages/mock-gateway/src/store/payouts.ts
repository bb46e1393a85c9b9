import type { Destination } from '@inrgate/sdk/internal';
import type { Paise } from '@inrgate/sdk/protocol';
import type { Payout, PayoutState, PayoutStatus } from '../domain/payout.ts';
import type { Change } from './change.ts';
import type { Numbered, RowOf } from './columns.ts';
import type { Database } from './database.ts';
import { listRows, mapPage, type OrderFilter, type Page, type Paged } from './paging.ts';

const listed = {
  table: 'payouts',
  indexes: {
    mch_order_no: 'payouts_by_reference',
    mch_id: 'payouts_by_merchant',
    status: 'payouts_by_status',
  },
  texts: ['order_no', 'mch_order_no', 'txid', 'message'],
};

/** Payouts, and what they add up to on each day. */
export class Payouts {
  readonly #db: Database;
  readonly #changed: (change: Change) => void;

  constructor(db: Database, changed: (change: Change) => void) {
    this.#db = db;
    this.#changed = changed;
  }

  get(orderNo: string): Payout | null {
    return this.#find('order_no = ?', orderNo);
  }

  byReference(mchId: string, mchOrderNo: string): Payout | null {
    return this.#find('mch_id = ? AND mch_order_no = ?', mchId, mchOrderNo);
  }

  #find(condition: string, ...values: string[]): Payout | null {
    const row = this.#db.get<PayoutRow>(`SELECT * FROM payouts WHERE ${condition}`, ...values);
    return row === undefined ? null : fromRow(row);
  }

  /** Lists payouts, newest first. */
  list(filter: OrderFilter<PayoutStatus>, page: Page): Paged<Payout> {
    return mapPage(listRows<PayoutRow>(this.#db, listed, queryOf(filter), page), fromRow);
  }

  /** Stores a new payout. The merchant must not have its order number yet. */
  insert(payout: Payout): void {
    this.#db.insert('payouts', toRow(payout));
    this.#changed({ type: 'payout', payout, isNew: true });
  }

  /** Writes the state, because all other fields are fixed. */
  update(payout: Payout): void {
    this.#db.update('payouts', toStateRow(payout.state), 'order_no', payout.orderNo);
    this.#changed({ type: 'payout', payout, isNew: false });
  }

  /** Returns the total of the payouts of this IST day, without failed payouts. */
  dailyTotal(mchId: string, day: string): Paise {
    const sql = 'SELECT amount FROM payout_days WHERE mch_id = ? AND day = ?';
    return this.#db.get<{ amount: bigint }>(sql, mchId, day)?.amount ?? 0n;
  }

  /** Adds an amount to the day's total, or subtracts it. */
  addDaily(mchId: string, day: string, amount: Paise): void {
    // A CHECK of the table would reject a negative amount in an insert, even if the row exists.
    this.#db.run('INSERT OR IGNORE INTO payout_days (mch_id, day, amount) VALUES (?, ?, 0)', mchId, day);
    this.#db.run(
      'UPDATE payout_days SET amount = amount + ? WHERE mch_id = ? AND day = ?',
      amount,
      mchId,
      day,
    );
  }
}

function queryOf({ mchId, status, reference, ...narrowing }: OrderFilter<PayoutStatus>) {
  return { filter: { mch_id: mchId, status, mch_order_no: reference }, narrowing };
}

type PayoutRow = Numbered<RowOf<typeof toRow>>;

function toRow(payout: Payout) {
  return {
    order_no: payout.orderNo,
    mch_id: payout.mchId,
    mch_order_no: payout.mchOrderNo,
    amount: payout.amount,
    fee: payout.fee,
    total_debit: payout.totalDebit,
    created_at: payout.createdAt,
    ...toDestinationRow(payout.destination),
    ...toStateRow(payout.state),
  };
}

function toDestinationRow(destination: Destination) {
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

function toStateRow(state: PayoutState) {
  return {
    status: state.status,
    state_at: beganAt(state),
    txid: state.status === 'success' ? state.txid : null,
    message: state.status === 'failed' ? state.message : null,
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

/** Converts a row to a payout. The CHECK constraints of the table guarantee the columns of each pay type and state. */
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
  };
}

function destinationOf(row: PayoutRow): Destination {
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

function stateOf({ status, state_at, txid, message }: PayoutRow): PayoutState {
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
