import { formatAmount, formatUsdt, type MicroUsdt, type Paise } from './money.ts';
import type { PayinStatus, PayoutStatus, TradeType } from './schemas/fields.ts';
import { formatIst } from './time.ts';

/**
 * Wire fields of a callback without `sign`. An unknown value is the empty string, which the signature does not cover.
 */
export type CallbackFields = Readonly<Record<string, string | boolean>>;

/** State of a pay-in or link. Instants are epoch milliseconds. */
type PaidState =
  | {
      readonly status: 'success';
      readonly paidAmount: Paise;
      readonly utr: string | null;
      readonly paidAt: number;
    }
  | { readonly status: Exclude<PayinStatus, 'success'> };

type Identity = Readonly<Record<'mchId' | 'mchOrderNo' | 'orderNo', string>>;

interface CallbackPayin extends Identity, Readonly<Record<'amount' | 'fee' | 'netAmount', Paise>> {
  readonly tradeType: TradeType;
  readonly usdt: { readonly amount: MicroUsdt } | null;
  readonly extra: string;
  readonly state: PaidState;
}

/** The state of a payout in its callback. Instants are epoch milliseconds. */
type CallbackPayoutState =
  | { readonly status: 'success'; readonly paidAt: number; readonly txid: string | null }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: Exclude<PayoutStatus, 'success' | 'failed'> };

interface CallbackPayout extends Identity, Readonly<Record<'amount' | 'fee' | 'totalDebit', Paise>> {
  readonly state: CallbackPayoutState;
}

interface CallbackLink {
  readonly orderNo: string;
  readonly clientRef: string | null;
  readonly amount: Paise;
  readonly tradeType: TradeType;
  readonly state: PaidState;
}

/** Wire fields of a pay-in callback (spec: Events, Pay-in callback). */
export function payinCallbackFields(payin: CallbackPayin): CallbackFields {
  const paid = payin.state.status === 'success' ? payin.state : null;
  return {
    ...identity(payin),
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

/** Wire fields of a payout callback (spec: Events, Pay-out callback). */
export function payoutCallbackFields(payout: CallbackPayout): CallbackFields {
  const { state } = payout;
  return {
    ...identity(payout),
    amount: formatAmount(payout.amount),
    fee: formatAmount(payout.fee),
    totalDebit: formatAmount(payout.totalDebit),
    status: state.status,
    txid: state.status === 'success' ? (state.txid ?? '') : '',
    payTime: state.status === 'success' ? formatIst(state.paidAt) : '',
    message: state.status === 'failed' ? state.message : '',
  };
}

/** Wire fields of a link callback (spec: Events, Legacy webhook). */
export function linkCallbackFields(link: CallbackLink): CallbackFields {
  return {
    link_code: link.orderNo,
    client_ref: link.clientRef ?? '',
    amount: formatAmount(link.amount),
    currency: link.tradeType === 'usdt' ? 'USDT' : 'INR',
    status: link.state.status,
    paid_at: link.state.status === 'success' ? formatIst(link.state.paidAt) : '',
  };
}

/** The order numbers of a callback, each under its main name and its alias (spec: Events, "field and alias"). */
function identity({ mchId, mchOrderNo, orderNo }: Identity): CallbackFields {
  return {
    ...{ mchId, merchant_id: mchId },
    ...{ mchOrderNo, merchant_order_no: mchOrderNo },
    ...{ orderNo, gateway_order_no: orderNo },
  };
}
