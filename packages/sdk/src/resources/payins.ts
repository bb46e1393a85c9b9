import type { Caller } from '../calls/call.ts';
import { type Endpoint, payable, reader } from '../calls/endpoint.ts';
import type { CallOptions } from '../calls/options.ts';
import { extraMaxLength } from '../protocol/limits.ts';
import type { Open } from '../protocol/schemas/field.ts';
import { combined } from '../protocol/schemas/field.ts';
import type { PayinStatus, TradeType } from '../protocol/schemas/fields.ts';
import { payinReceived } from '../protocol/schemas/readers.ts';
import { type Order, Orders, orderQuery, orderRules, shortText, text, url } from './orders.ts';

/** Arguments of `payins.create` (spec: POST payin). */
export interface PayinCreateParams {
  /** Your order number, 1 to 100 letters, digits and `_ - . : # /`. A repeated request returns the same order. */
  readonly mchOrderNo: string;
  /** Amount in INR with two decimals, for example `500.00`. */
  readonly amount: string;
  /** Payment method. Default `INRUPI`. */
  readonly tradeType?: TradeType | undefined;
  /** URL that receives the callback. By default, the gateway uses the URL in the merchant dashboard. */
  readonly notifyUrl?: string | undefined;
  /** URL that the customer returns to after the payment. */
  readonly returnUrl?: string | undefined;
  /**
   * Your own string of at most 255 characters. Queries and callbacks return this string. Do not use `&` followed by the name of
   * a callback field and `=`, for example `&amount=`. Such a string makes the callback's signature ambiguous, so the
   * verification fails.
   */
  readonly extra?: string | undefined;
}

/** A pay-in order (spec: Pay-in order). */
export interface Payin extends Order {
  readonly type: 'payin';
  /** Amount in INR with two decimals. */
  readonly amount: string;
  /** Fee in INR, 11 % of `amount`, or null if the gateway omits the field. */
  readonly fee: string | null;
  /** `amount` minus `fee`, in INR, or null if the gateway omits the field. */
  readonly netAmount: string | null;
  /** Amount that the customer paid, in INR, or null for an unpaid order. This amount can differ from `amount`. */
  readonly paidAmount: string | null;
  /** Payment method, or null if the gateway omits the field. */
  readonly tradeType: Open<TradeType> | null;
  /**
   * Status: `pending`, `success`, `failed` or `expired`. A later version can add other values. Only `success` is final.
   * `expired` and `failed` can still become `success`.
   */
  readonly status: Open<PayinStatus>;
  /** Bank reference of the payment, or null if the gateway does not know it. */
  readonly utr: string | null;
  /** URL of the hosted checkout, or an empty string if a query's response omits it. */
  readonly payUrl: string;
  /** Your own string, or an empty string if the order has none. */
  readonly extra: string;
  /** Time of expiry as ISO 8601 in IST, or null if the gateway omits the field. */
  readonly expiresAt: string | null;
  /** Exact amount to pay in USDT, with six decimals, or null if `tradeType` is not `usdt`. */
  readonly usdtAmount: string | null;
  /** INR per USDT, with four decimals, or null if `tradeType` is not `usdt`. */
  readonly rate: string | null;
  /** Wallet address that receives the payment, or null if `tradeType` is not `usdt`. */
  readonly address: string | null;
  /** The network, `TRC20`, or null if `tradeType` is not `usdt`. */
  readonly network: Open<'TRC20'> | null;
}

const readPayin = /* @__PURE__ */ reader(payinReceived, (data): Payin => ({ ...data, type: 'payin' }));

/** spec: POST payin. */
const payinCreate = /* @__PURE__ */ combined(
  (): Endpoint<Payin> => ({
    operation: 'payins.create',
    target: { api: 'v3', endpoint: 'payin' },
    key: 'mchKey',
    rules: {
      ...orderRules,
      tradeType: text,
      notifyUrl: url,
      returnUrl: url,
      extra: { ...shortText(extraMaxLength), inCallback: true },
    },
    read: payable(readPayin),
    echoed: ({ mchOrderNo, amount }) => ({ mchOrderNo, amount }),
  }),
);

const payinQuery = /* @__PURE__ */ combined(
  (): Endpoint<Payin> => ({ ...orderQuery('payins.retrieve'), key: 'mchKey', read: readPayin }),
);

/** `client.payins`: pay-ins of customers. `mchKey` signs their calls. */
export class Payins extends Orders<PayinCreateParams, Payin, CallOptions> {
  /** @internal Created by the client. */
  constructor(caller: Caller) {
    super(caller, payinCreate, payinQuery, ['success']);
  }
}
