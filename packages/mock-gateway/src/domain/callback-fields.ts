import { formatAmount, formatIst, formatUsdt } from '@inrgate/sdk/protocol';
import type { Link, Payin } from './deposit.ts';
import type { Payout } from './payout.ts';

/** Wire fields of a callback, before `sign`; what is not known is the empty string, so it is not signed. */
export type CallbackFields = Readonly<Record<string, string | boolean>>;

/** What of a pay-in its callback tells. */
type PaidOrder = Pick<
  Payin,
  | 'mchId'
  | 'mchOrderNo'
  | 'orderNo'
  | 'amount'
  | 'fee'
  | 'netAmount'
  | 'tradeType'
  | 'usdt'
  | 'extra'
  | 'state'
>;

/** What of a withdrawal its callback tells. */
type ToldPayout = Pick<
  Payout,
  'mchId' | 'mchOrderNo' | 'orderNo' | 'amount' | 'fee' | 'totalDebit' | 'state'
>;

/** What of a link its webhook tells. */
type ToldLink = Pick<Link, 'orderNo' | 'clientRef' | 'amount' | 'tradeType' | 'state'>;

/** spec: Events, Pay-in callback. */
export function payinCallbackFields(payin: PaidOrder): CallbackFields {
  const paid = payin.state.status === 'success' ? payin.state : null;
  return {
    ...identity(payin.mchId, payin.mchOrderNo, payin.orderNo),
    amount: formatAmount(payin.amount),
    paidAmount: paid === null ? '' : formatAmount(paid.paidAmount),
    fee: formatAmount(payin.fee),
    netAmount: formatAmount(payin.netAmount),
    tradeType: payin.tradeType,
    status: payin.state.status,
    utr: paid?.utr ?? '',
    payTime: paid === null ? '' : formatIst(paid.paidAt),
    extra: payin.extra,
    ...(payin.usdt === null ? {} : { usdtAmount: formatUsdt(payin.usdt.amount) }),
  };
}

/** spec: Events, Pay-out callback. */
export function payoutCallbackFields(payout: ToldPayout): CallbackFields {
  const { state } = payout;
  return {
    ...identity(payout.mchId, payout.mchOrderNo, payout.orderNo),
    amount: formatAmount(payout.amount),
    fee: formatAmount(payout.fee),
    totalDebit: formatAmount(payout.totalDebit),
    status: state.status,
    txid: state.status === 'success' ? (state.txid ?? '') : '',
    payTime: state.status === 'success' ? formatIst(state.paidAt) : '',
    message: state.status === 'failed' ? state.message : '',
  };
}

/** spec: Events, Legacy webhook. */
export function linkCallbackFields(link: ToldLink): CallbackFields {
  return {
    link_code: link.orderNo,
    client_ref: link.clientRef ?? '',
    amount: formatAmount(link.amount),
    currency: link.tradeType === 'usdt' ? 'USDT' : 'INR',
    status: link.state.status,
    paid_at: link.state.status === 'success' ? formatIst(link.state.paidAt) : '',
  };
}

/** Each number goes out under its main name and its alias (spec: Events, "field and alias"). */
function identity(mchId: string, mchOrderNo: string, orderNo: string): CallbackFields {
  return {
    mchId,
    merchant_id: mchId,
    mchOrderNo,
    merchant_order_no: mchOrderNo,
    orderNo,
    gateway_order_no: orderNo,
  };
}
