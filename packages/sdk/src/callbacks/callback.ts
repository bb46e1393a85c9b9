import type { Open } from '../protocol/schemas/received.ts';
import type { Currency, TradeType } from '../protocol/schemas/text.ts';

/** A deposit was paid or failed (spec: Pay-in callback). Credit it by `paidAmount`, once, when `success`. */
export interface PayinCallback {
  readonly kind: 'payin';
  /** The panel's "Test endpoint", with made-up values: nothing was paid. */
  readonly test: boolean;
  readonly mchId: string;
  readonly mchOrderNo: string;
  /** The service's order number. */
  readonly orderNo: string;
  /** INR, the amount of the order. */
  readonly amount: string;
  /** INR actually paid, which can differ from the amount; null when the gateway did not say. */
  readonly paidAmount: string | null;
  readonly fee: string | null;
  readonly netAmount: string | null;
  readonly tradeType: Open<TradeType> | null;
  readonly status: Open<'success' | 'failed'>;
  /** Bank reference; null when not known. */
  readonly utr: string | null;
  /** ISO-8601, IST; null when not paid. */
  readonly payTime: string | null;
  /** Your free text; empty when there is none. */
  readonly extra: string;
  /** USDT orders only. */
  readonly usdtAmount: string | null;
}

/** A withdrawal was approved, paid or rejected (spec: Pay-out callback). */
export interface PayoutCallback {
  readonly kind: 'payout';
  readonly test: boolean;
  readonly mchId: string;
  readonly mchOrderNo: string;
  /** The service's payout number. */
  readonly orderNo: string;
  /** INR that the beneficiary receives. */
  readonly amount: string;
  readonly fee: string | null;
  readonly totalDebit: string | null;
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
  readonly kind: 'link';
  readonly test: boolean;
  readonly linkCode: string;
  /** Empty when there is none. */
  readonly clientRef: string;
  readonly amount: string;
  readonly currency: Open<Currency> | null;
  readonly status: Open<'success'>;
  /** ISO-8601, IST. */
  readonly paidAt: string | null;
}

/** What the gateway tells, once it is verified. */
export type Callback = PayinCallback | PayoutCallback | LinkCallback;

export type CallbackKind = Callback['kind'];
