import type { Open } from '../protocol/schemas/field.ts';
import type { Currency, TradeType } from '../protocol/schemas/fields.ts';

interface OrderCallback {
  /** True for a test callback from the merchant dashboard. The gateway generates its values, and no money has moved. */
  readonly test: boolean;
  readonly mchId: string;
  /** Your order number. */
  readonly mchOrderNo: string;
  /** The gateway order number. */
  readonly orderNo: string;
  /** Time of the payment as ISO 8601 in IST, or null if the order is unpaid. */
  readonly payTime: string | null;
}

/**
 * A verified callback about a paid or failed pay-in. If the status is `success`, credit `paidAmount` once (spec: Pay-in
 * callback).
 */
export interface PayinCallback extends OrderCallback {
  readonly kind: 'payin';
  /** Amount of the order in INR, as a string with two decimals. */
  readonly amount: string;
  /**
   * Amount that the customer paid, in INR, or null if the gateway omits the field. This amount can differ from
   * `amount`.
   */
  readonly paidAmount: string | null;
  /** Fee in INR, 11 % of `amount`, or null if the gateway omits the field. */
  readonly fee: string | null;
  /** `amount` minus `fee`, in INR, even if `paidAmount` differs. Null if the gateway omits the field. */
  readonly netAmount: string | null;
  /** Payment method, or null if the gateway omits the field. */
  readonly tradeType: Open<TradeType> | null;
  /**
   * Status of the order. A `failed` order can still become `success`. In this case, the gateway sends another callback.
   */
  readonly status: Open<'success' | 'failed'>;
  /** Bank reference of the payment, or null if the gateway does not know it. */
  readonly utr: string | null;
  /** The `extra` value of the order, or an empty string if the order has none. */
  readonly extra: string;
  /** Amount to pay in USDT, with six decimals, or null if `tradeType` is not `usdt`. */
  readonly usdtAmount: string | null;
}

/** A verified callback about an approved, paid or rejected payout (spec: Pay-out callback). */
export interface PayoutCallback extends OrderCallback {
  readonly kind: 'payout';
  /** Amount that the beneficiary receives, in INR, as a string with two decimals. */
  readonly amount: string;
  /** Fee in INR, 6.5 % of `amount` plus 10.00, or null if the gateway omits the field. */
  readonly fee: string | null;
  /**
   * `amount` plus `fee`, in INR, or null if the gateway omits the field. The gateway holds this sum until it pays or
   * rejects the payout.
   */
  readonly totalDebit: string | null;
  /**
   * Status of the payout: `processing` (approved), `success` (paid) or `failed` (rejected). A `processing` callback can
   * arrive after a final status.
   */
  readonly status: Open<'processing' | 'success' | 'failed'>;
  /** Transfer reference, or null if the gateway does not know it. */
  readonly txid: string | null;
  /** The operator's message, or an empty string if the operator wrote none. */
  readonly message: string;
}

/**
 * A verified callback about a paid payment link. The gateway sends it without the Merchant ID (spec: Legacy webhook).
 */
export interface LinkCallback {
  readonly kind: 'link';
  /** True for a test callback, for which no customer has paid. */
  readonly test: boolean;
  readonly linkCode: string;
  /** Your own identifier of the link, or an empty string if the link has none. */
  readonly clientRef: string;
  /** Amount of the link in INR, as a string with two decimals. */
  readonly amount: string;
  /** Currency of the customer's payment, or null if the gateway omits the field. */
  readonly currency: Open<Currency> | null;
  /** Always `success`. The gateway sends no callback for a failed or expired link. */
  readonly status: Open<'success'>;
  /** Time of the payment as ISO 8601 in IST, or null if the gateway omits the field. */
  readonly paidAt: string | null;
}

export type Callback = PayinCallback | PayoutCallback | LinkCallback;

/** The kind of a callback. It determines the key: `mchKey` for pay-ins, `mchSecret` for payouts and links. */
export type CallbackKind = Callback['kind'];
