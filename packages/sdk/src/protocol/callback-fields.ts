import { formatAmount, formatUsdt, type MicroUsdt, type Paise } from './money.ts';
import type { PayinStatus } from './schemas/payin-fields.ts';
import type { PayoutStatus } from './schemas/payout-fields.ts';
import type { TradeType } from './schemas/words.ts';
import { formatIst } from './time.ts';

/** Wire fields of a callback, before `sign`; what is not known is the empty string, so it is not signed. */
export type CallbackFields = Readonly<Record<string, string | boolean>>;

/** Instants are epoch milliseconds. */
type PaidState =
  | {
      readonly status: 'success';
      readonly paidAmount: Paise;
      readonly utr: string | null;
      readonly paidAt: number;
    }
  | { readonly status: Exclude<PayinStatus, 'success'> };

/** What of a pay-in its callback tells. */
interface ToldPayin {
  readonly mchId: string;
  readonly mchOrderNo: string;
  readonly orderNo: string;
  readonly amount: Paise;
  readonly fee: Paise;
  readonly netAmount: Paise;
  readonly tradeType: TradeType;
  readonly usdt: { readonly amount: MicroUsdt } | null;
  readonly extra: string;
  readonly state: PaidState;
}

/** Where a payout stands, as its callback tells it. Instants are epoch milliseconds. */
type ToldPayoutState =
  | { readonly status: 'success'; readonly paidAt: number; readonly txid: string | null }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: Exclude<PayoutStatus, 'success' | 'failed'> };

/** What of a withdrawal its callback tells. */
interface ToldPayout {
  readonly mchId: string;
  readonly mchOrderNo: string;
  readonly orderNo: string;
  readonly amount: Paise;
  readonly fee: Paise;
  readonly totalDebit: Paise;
  readonly state: ToldPayoutState;
}

/** What of a link its webhook tells. */
interface ToldLink {
  readonly orderNo: string;
  readonly clientRef: string | null;
  readonly amount: Paise;
  readonly tradeType: TradeType;
  readonly state: PaidState;
}

/** spec: Events, Pay-in callback. */
export function payinCallbackFields(payin: ToldPayin): CallbackFields {
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
