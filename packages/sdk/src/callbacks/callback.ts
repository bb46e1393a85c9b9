import type { Open } from '../protocol/schemas/received.ts';
import type { Currency, TradeType } from '../protocol/schemas/words.ts';

/** A deposit was paid or failed (spec: Pay-in callback). Credit it by `paidAmount`, once, when `success`. */
export interface PayinCallback {
  /** Tells it from the other callbacks. */
  readonly kind: 'payin';
  /** The panel's "Test endpoint", with made-up values: nothing was paid. */
  readonly test: boolean;
  /** The Merchant ID: always the one it was verified for. */
  readonly mchId: string;
  /** Your order number. */
  readonly mchOrderNo: string;
  /** The service's order number. */
  readonly orderNo: string;
  /** INR, the amount of the order. */
  readonly amount: string;
  /** INR actually paid, which can differ from the amount; null when the gateway did not say. */
  readonly paidAmount: string | null;
  /** INR, 11 % of the amount; null when the gateway left it out. */
  readonly fee: string | null;
  /** INR, amount minus fee, also when `paidAmount` differs; null when the gateway left it out. */
  readonly netAmount: string | null;
  /** How it was paid; null when the gateway left it out. */
  readonly tradeType: Open<TradeType> | null;
  /** A `failed` order can still become `success`, with a callback of its own. */
  readonly status: Open<'success' | 'failed'>;
  /** Bank reference; null when not known. */
  readonly utr: string | null;
  /** ISO-8601, IST; null when not paid. */
  readonly payTime: string | null;
  /** Your free text; empty when there is none. */
  readonly extra: string;
  /** USDT to pay, six decimals; null unless `tradeType` is `usdt`. */
  readonly usdtAmount: string | null;
}

/** A withdrawal was approved, paid or rejected (spec: Pay-out callback). */
export interface PayoutCallback {
  /** Tells it from the other callbacks. */
  readonly kind: 'payout';
  /** The panel's "Test endpoint", with made-up values: nothing was paid out. */
  readonly test: boolean;
  /** The Merchant ID: always the one it was verified for. */
  readonly mchId: string;
  /** Your payout number. */
  readonly mchOrderNo: string;
  /** The service's payout number. */
  readonly orderNo: string;
  /** INR that the beneficiary receives. */
  readonly amount: string;
  /** INR, 6.5 % of the amount plus 10.00; null when the gateway left it out. */
  readonly fee: string | null;
  /** INR, amount plus fee: held until the payout is paid or rejected; null when the gateway left it out. */
  readonly totalDebit: string | null;
  /** Approved, paid or rejected. The first can arrive after one of the others, which are final. */
  readonly status: Open<'processing' | 'success' | 'failed'>;
  /** Transfer reference; null when not known. */
  readonly txid: string | null;
  /** ISO-8601, IST; null when not paid. */
  readonly payTime: string | null;
  /** The operator's message; empty when there is none. */
  readonly message: string;
}

/** A payment link was paid (spec: Legacy webhook). It does not name the merchant; its key does. */
export interface LinkCallback {
  /** Tells it from the other callbacks. */
  readonly kind: 'link';
  /** True for a test: nothing was paid. */
  readonly test: boolean;
  /** The service's identifier of the link. */
  readonly linkCode: string;
  /** Your own id; empty when there is none. */
  readonly clientRef: string;
  /** INR, the amount of the link. */
  readonly amount: string;
  /** What the customer paid in; null when the gateway left it out. */
  readonly currency: Open<Currency> | null;
  /** `success`: a link that failed or expired sends none. */
  readonly status: Open<'success'>;
  /** ISO-8601, IST; null when the gateway left it out. */
  readonly paidAt: string | null;
}

/** What the gateway tells, once it is verified. */
export type Callback = PayinCallback | PayoutCallback | LinkCallback;

/** What a callback is about, and so which key signs it: `mchKey` a pay-in, `mchSecret` a payout or a link. */
export type CallbackKind = Callback['kind'];
