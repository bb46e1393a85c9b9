import type { Open } from '../protocol/schemas/received.ts';
import type { Currency, TradeType } from '../protocol/schemas/words.ts';

/**
 * A verified callback about a paid or failed pay-in. On `success`, credit `paidAmount` once (spec: Pay-in callback).
 */
export interface PayinCallback {
  /** Distinguishes it from the other callbacks. */
  readonly kind: 'payin';
  /** True for a test callback of the merchant dashboard, which has generated values and no payment. */
  readonly test: boolean;
  /** The Merchant ID, always the one of the credentials. */
  readonly mchId: string;
  /** Your order number. */
  readonly mchOrderNo: string;
  /** The gateway order number. */
  readonly orderNo: string;
  /** INR, the amount of the order. */
  readonly amount: string;
  /** INR actually paid, which can differ from the amount; null if the gateway omits it. */
  readonly paidAmount: string | null;
  /** INR, 11 % of the amount; null if the gateway omits it. */
  readonly fee: string | null;
  /** INR, amount minus fee, even if `paidAmount` differs; null if the gateway omits it. */
  readonly netAmount: string | null;
  /** Payment method; null if the gateway omits it. */
  readonly tradeType: Open<TradeType> | null;
  /** A `failed` order can still become `success`, with a callback of its own. */
  readonly status: Open<'success' | 'failed'>;
  /** Bank reference, or null if unknown. */
  readonly utr: string | null;
  /** ISO-8601, IST, or null if not paid. */
  readonly payTime: string | null;
  /** The `extra` of the order; empty if there is none. */
  readonly extra: string;
  /** USDT to pay, six decimals; null unless `tradeType` is `usdt`. */
  readonly usdtAmount: string | null;
}

/** A verified callback about an approved, paid or rejected payout (spec: Pay-out callback). */
export interface PayoutCallback {
  /** Distinguishes it from the other callbacks. */
  readonly kind: 'payout';
  /** True for a test callback of the merchant dashboard, which has generated values and no payout. */
  readonly test: boolean;
  /** The Merchant ID, always the one of the credentials. */
  readonly mchId: string;
  /** Your order number of the payout. */
  readonly mchOrderNo: string;
  /** The gateway order number. */
  readonly orderNo: string;
  /** INR that the beneficiary receives. */
  readonly amount: string;
  /** INR, 6.5 % of the amount plus 10.00; null if the gateway omits it. */
  readonly fee: string | null;
  /** INR, amount plus fee, held until the payout is paid or rejected; null if the gateway omits it. */
  readonly totalDebit: string | null;
  /** `processing` (approved), `success` (paid) or `failed` (rejected). `processing` can arrive after a final status. */
  readonly status: Open<'processing' | 'success' | 'failed'>;
  /** Transfer reference, or null if unknown. */
  readonly txid: string | null;
  /** ISO-8601, IST, or null if not paid. */
  readonly payTime: string | null;
  /** The operator's message; empty if there is none. */
  readonly message: string;
}

/** A verified callback about a paid payment link. It does not contain the Merchant ID (spec: Legacy webhook). */
export interface LinkCallback {
  /** Distinguishes it from the other callbacks. */
  readonly kind: 'link';
  /** True for a test callback, without a payment. */
  readonly test: boolean;
  /** The gateway's identifier of the link. */
  readonly linkCode: string;
  /** Your own id; empty if there is none. */
  readonly clientRef: string;
  /** INR, the amount of the link. */
  readonly amount: string;
  /** Currency that the customer paid in; null if the gateway omits it. */
  readonly currency: Open<Currency> | null;
  /** `success`. A failed or expired link sends no callback. */
  readonly status: Open<'success'>;
  /** ISO-8601, IST; null if the gateway omits it. */
  readonly paidAt: string | null;
}

/** A verified callback, discriminated by `kind`. */
export type Callback = PayinCallback | PayoutCallback | LinkCallback;

/** The kind of a callback, which determines its key: `mchKey` for pay-ins, `mchSecret` for payouts and links. */
export type CallbackKind = Callback['kind'];
