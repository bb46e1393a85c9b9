import type { Destination } from '@inrgate/sdk/internal';
import type { Payout, PayoutState } from '../../domain/payout.ts';
import type { Numbered, RowOf } from './columns.ts';

/** Columns that a move updates. */
export type PayoutStateRow = RowOf<typeof toPayoutStateRow>;

type DestinationRow = RowOf<typeof toDestinationRow>;

/** All columns except the number that the database assigns. */
export type NewPayoutRow = RowOf<typeof toPayoutRow>;

/** The row that a store reads. */
export type PayoutRow = Numbered<NewPayoutRow>;

/** Converts a new payout to a row. */
export function toPayoutRow(payout: Payout) {
  return {
    order_no: payout.orderNo,
    mch_id: payout.mchId,
    mch_order_no: payout.mchOrderNo,
    amount: payout.amount,
    fee: payout.fee,
    total_debit: payout.totalDebit,
    created_at: payout.createdAt,
    ...toDestinationRow(payout.destination),
    ...toPayoutStateRow(payout),
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

/** Converts the columns that a move updates. */
export function toPayoutStateRow({ state, version }: Payout) {
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

/** Converts a row to a payout. The CHECK constraints of the table guarantee the columns of each pay type and state. */
export function fromPayoutRow(row: PayoutRow): Payout {
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

function stateOf({ status, state_at, txid, message }: PayoutStateRow): PayoutState {
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
