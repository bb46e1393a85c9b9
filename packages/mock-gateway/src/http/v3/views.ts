import {
  formatIst,
  formatRate,
  type PayinData,
  type PayinUsdtData,
  type PayoutData,
} from '@inrgate/sdk/internal';
import { formatAmount, formatUsdt } from '@inrgate/sdk/protocol';
import { depositStateAt, type Payin, type UsdtQuote } from '../../domain/deposit.ts';
import type { Payout } from '../../domain/payout.ts';

/** spec: Pay-in order. */
export function payinView(payin: Payin, now: number, payUrl: string): PayinData {
  const state = depositStateAt(payin, now);
  const paid = state.status === 'success' ? state : null;
  return {
    orderNo: payin.orderNo,
    mchOrderNo: payin.mchOrderNo,
    amount: formatAmount(payin.amount),
    fee: formatAmount(payin.fee),
    netAmount: formatAmount(payin.netAmount),
    paidAmount: paid === null ? null : formatAmount(paid.paidAmount),
    tradeType: payin.tradeType,
    status: state.status,
    utr: paid?.utr ?? null,
    pay_url: payUrl,
    payUrl,
    extra: payin.extra,
    createdAt: formatIst(payin.createdAt),
    expiresAt: formatIst(payin.expiresAt),
    paidAt: paid === null ? null : formatIst(paid.paidAt),
    ...(payin.usdt === null ? {} : usdtView(payin.usdt)),
  };
}

/** spec: Pay-in order, Additional fields. */
function usdtView(usdt: UsdtQuote): PayinUsdtData {
  return {
    usdtAmount: formatUsdt(usdt.amount),
    rate: formatRate(usdt.rate),
    address: usdt.address,
    network: 'TRC20',
  };
}

/** spec: Withdrawal. */
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
