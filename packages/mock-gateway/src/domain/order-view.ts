import { formatIst, type PayinData, type PayinUsdtData, type PayoutData } from '@inrgate/sdk/internal';
import { formatAmount } from '@inrgate/sdk/protocol';
import { type Deposit, depositStateAt } from './deposit.ts';
import type { Payout } from './payout.ts';

/** Fields that a pay-in and a link have in common in the control API. */
type DepositView = Omit<PayinData, 'orderNo' | 'mchOrderNo' | 'pay_url' | 'extra' | keyof PayinUsdtData>;

/** Converts a deposit (spec: Pay-in order), except the fields whose names differ between pay-ins and links. */
export function depositView(deposit: Deposit, now: number, payUrl: string): DepositView {
  const state = depositStateAt(deposit, now);
  const paid = state.status === 'success' ? state : null;
  return {
    amount: formatAmount(deposit.amount),
    fee: formatAmount(deposit.fee),
    netAmount: formatAmount(deposit.netAmount),
    paidAmount: paid === null ? null : formatAmount(paid.paidAmount),
    tradeType: deposit.tradeType,
    status: state.status,
    utr: paid?.utr ?? null,
    payUrl,
    createdAt: formatIst(deposit.createdAt),
    expiresAt: formatIst(deposit.expiresAt),
    paidAt: paid === null ? null : formatIst(paid.paidAt),
  };
}

/** Converts a payout (spec: Withdrawal). */
export function payoutView(payout: Payout): PayoutData {
  const paid = payout.state.status === 'success' ? payout.state : null;
  return {
    orderNo: payout.orderNo,
    mchOrderNo: payout.mchOrderNo,
    amount: formatAmount(payout.amount),
    fee: formatAmount(payout.fee),
    totalDebit: formatAmount(payout.totalDebit),
    status: payout.state.status,
    payType: payout.destination.payType,
    txid: paid?.txid ?? null,
    createdAt: formatIst(payout.createdAt),
    paidAt: paid === null ? null : formatIst(paid.paidAt),
  };
}
