import type { CallPromise } from '../calls/call-promise.ts';
import type { Caller } from '../calls/caller.ts';
import type { CallOptions } from '../calls/client-options.ts';
import type { PayinStatus } from '../protocol/schemas/payin-fields.ts';
import { payinReceived, toldPayin } from '../protocol/schemas/payin-received.ts';
import type { Open } from '../protocol/schemas/received.ts';
import type { TradeType } from '../protocol/schemas/words.ts';
import { argumentRules, checked } from './arguments.ts';
import { type OrderQuery, orderQuery } from './order-query.ts';
import { answerTo, payable, reader } from './readers.ts';
import { type Recovery, recovery } from './recovery.ts';
import type { WaitOptions, Waits } from './waits.ts';

/** spec: POST payin. */
export interface PayinCreateParams {
  /** Your order number: 1 to 100 letters, digits and `_ - . : # /`. A repeat answers the same order. */
  readonly mchOrderNo: string;
  /** INR with two decimals, such as `500.00`. */
  readonly amount: string;
  /** Default `INRUPI`. */
  readonly tradeType?: TradeType | undefined;
  /** Where the callback goes; by default the URL saved in the panel. */
  readonly notifyUrl?: string | undefined;
  /** Where the customer is sent after paying. */
  readonly returnUrl?: string | undefined;
  /**
   * Up to 255 characters, echoed in queries and callbacks. It must not contain `&` and the name of a callback's field
   * with `=`, such as `&amount=`: the signature does not separate the fields, so verification refuses the callback.
   */
  readonly extra?: string | undefined;
}

/** spec: Pay-in order. */
export interface Payin {
  /** Tells it from a payout. */
  readonly type: 'payin';
  /** The service's order number. */
  readonly orderNo: string;
  /** Your order number. */
  readonly mchOrderNo: string;
  /** INR, two decimals. */
  readonly amount: string;
  /** INR, 11 % of the amount; null when the gateway left it out. */
  readonly fee: string | null;
  /** INR, amount minus fee; null when the gateway left it out. */
  readonly netAmount: string | null;
  /** INR actually paid, which can differ from the amount; null until paid. */
  readonly paidAmount: string | null;
  /** How it is paid; null when the gateway left it out. */
  readonly tradeType: Open<TradeType> | null;
  /** `pending`, `success`, `failed` or `expired`, or one of a later version. `success` is final; `expired` and `failed` can still become `success`. */
  readonly status: Open<PayinStatus>;
  /** Bank reference; null until known. */
  readonly utr: string | null;
  /** Hosted checkout address, where the customer pays; empty when a query's answer left it out. */
  readonly payUrl: string;
  /** Your free text; empty when there is none. */
  readonly extra: string;
  /** ISO-8601, IST. */
  readonly createdAt: string | null;
  /** ISO-8601, IST. */
  readonly expiresAt: string | null;
  /** ISO-8601, IST; null until paid. */
  readonly paidAt: string | null;
  /** Whether the order had been created before by a call with the same `mchOrderNo`, also by an earlier attempt. */
  readonly duplicate: boolean;
  /** Exact USDT to pay, six decimals; null unless `tradeType` is `usdt`, like the three after it. */
  readonly usdtAmount: string | null;
  /** INR per USDT, four decimals. */
  readonly rate: string | null;
  /** Receiving address. */
  readonly address: string | null;
  /** `TRC20`. */
  readonly network: Open<'TRC20'> | null;
}

/** `client.payins`: deposits of customers. Signed with `mchKey`. */
export class Payins {
  readonly #caller: Caller;
  readonly #waits: Waits;

  /** @internal The client makes it. */
  constructor(caller: Caller, waits: Waits) {
    this.#caller = caller;
    this.#waits = waits;
  }

  /**
   * Creates a deposit order, or answers the one that exists under this `mchOrderNo` (spec: POST payin).
   *
   * @throws {GatewayError} after the outcome `unknown`, call again with the same `mchOrderNo`
   */
  create(params: PayinCreateParams, options?: CallOptions): CallPromise<Payin> {
    const build = (operation: string) => {
      const asked = checked(operation, params, argumentRules.payin);
      const { mchOrderNo, amount } = asked;
      return {
        target: { api: 'v3', endpoint: 'payin' },
        key: 'mchKey',
        params: asked,
        idempotent: true,
        read: answerTo({ mchOrderNo, amount }, payable(readPayin)),
      } as const;
    };
    return this.#caller.call('payins.create', build, options);
  }

  /**
   * Queries a deposit order (spec: POST check-order-status, mchKey).
   *
   * @throws {GatewayError} an `ApiError` with code `order_not_found` when there is none
   */
  retrieve(query: OrderQuery, options?: CallOptions): CallPromise<Payin> {
    const build = (operation: string) => {
      const asked = orderQuery(operation, query);
      return {
        target: { api: 'v3', endpoint: 'check-order-status' },
        key: 'mchKey',
        params: asked,
        idempotent: true,
        read: answerTo(asked, readPayin),
      } as const;
    };
    return this.#caller.call('payins.retrieve', build, options);
  }

  /**
   * Finds out, after a crash or an outcome `unknown`, whether an order came about and what to do next.
   *
   * @throws {GatewayError} when the query has no answer; nothing is then known, so ask again
   */
  recover(mchOrderNo: string, options?: CallOptions): Promise<Recovery<Payin>> {
    return recovery(this.retrieve({ mchOrderNo }, options));
  }

  /**
   * Queries the order until it is `success`, `failed` or `expired`. A callback is the better way to hear of it, and
   * `expired` and `failed` can still become `success`. `client.notify(callback)` makes it query at once.
   *
   * @throws {GatewayError} a `TimeoutError` at the deadline
   */
  waitForFinal(query: OrderQuery, options: WaitOptions = {}): Promise<Payin> {
    const subject = { operation: 'payins.waitForFinal', kind: 'payin', query } as const;
    return this.#waits.waitForFinal(subject, (limits) => this.retrieve(query, limits), options);
  }
}

const readPayin = /* @__PURE__ */ reader(
  payinReceived,
  (data): Payin => ({ ...toldPayin(data), type: 'payin' }),
);
