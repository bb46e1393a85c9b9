import type { CallPromise } from '../calls/call-promise.ts';
import type { Caller } from '../calls/caller.ts';
import type { CallOptions } from '../calls/client-options.ts';
import type { PayinStatus } from '../protocol/schemas/payin-fields.ts';
import { payinReceived } from '../protocol/schemas/payin-received.ts';
import type { Open } from '../protocol/schemas/received.ts';
import type { TradeType } from '../protocol/schemas/words.ts';
import { argumentRules, checked } from './arguments.ts';
import { type OrderQuery, orderQuery } from './order-query.ts';
import { answerTo, payable, reader } from './readers.ts';
import { type Recovery, recovery } from './recovery.ts';
import type { WaitOptions, Waits } from './waits.ts';

/** Arguments of `payins.create` (spec: POST payin). */
export interface PayinCreateParams {
  /** Your order number, 1 to 100 letters, digits and `_ - . : # /`. A repeat returns the same order. */
  readonly mchOrderNo: string;
  /** INR with two decimals, for example `500.00`. */
  readonly amount: string;
  /** Payment method. Default `INRUPI`. */
  readonly tradeType?: TradeType | undefined;
  /** URL that receives the callback. The default is the URL saved in the merchant dashboard. */
  readonly notifyUrl?: string | undefined;
  /** URL that the customer returns to after payment. */
  readonly returnUrl?: string | undefined;
  /**
   * Your own string of up to 255 characters, returned in queries and callbacks. It must not contain `&` and the name
   * of a callback's field with `=`, for example `&amount=`. The callback's signature would be ambiguous, and its
   * verification would fail.
   */
  readonly extra?: string | undefined;
}

/** A pay-in order (spec: Pay-in order). */
export interface Payin {
  /** Distinguishes it from a payout. */
  readonly type: 'payin';
  /** The gateway order number. */
  readonly orderNo: string;
  /** Your order number. */
  readonly mchOrderNo: string;
  /** INR, two decimals. */
  readonly amount: string;
  /** INR, 11 % of the amount; null if the gateway omits it. */
  readonly fee: string | null;
  /** INR, amount minus fee; null if the gateway omits it. */
  readonly netAmount: string | null;
  /** INR actually paid, which can differ from the amount, or null until paid. */
  readonly paidAmount: string | null;
  /** Payment method; null if the gateway omits it. */
  readonly tradeType: Open<TradeType> | null;
  /**
   * `pending`, `success`, `failed` or `expired`, or an unknown one of a later version. Only `success` is final.
   * `expired` and `failed` can still become `success`.
   */
  readonly status: Open<PayinStatus>;
  /** Bank reference, or null until known. */
  readonly utr: string | null;
  /** URL of the hosted checkout; empty if a query's response omits it. */
  readonly payUrl: string;
  /** Your own string; empty if there is none. */
  readonly extra: string;
  /** Time of creation, ISO-8601 in IST; null if the gateway omits it. */
  readonly createdAt: string | null;
  /** Time of expiry, ISO-8601 in IST; null if the gateway omits it. */
  readonly expiresAt: string | null;
  /** Time of payment, ISO-8601 in IST; null until paid. */
  readonly paidAt: string | null;
  /** True if an earlier call or attempt with the same `mchOrderNo` created the order. */
  readonly duplicate: boolean;
  /** Exact USDT amount to pay, six decimals. Null unless `tradeType` is `usdt`, as are the next three fields. */
  readonly usdtAmount: string | null;
  /** INR per USDT, four decimals. */
  readonly rate: string | null;
  /** Receiving wallet address. */
  readonly address: string | null;
  /** The network, `TRC20`. */
  readonly network: Open<'TRC20'> | null;
}

/** `client.payins`: pay-ins of customers. Calls are signed with `mchKey`. */
export class Payins {
  readonly #caller: Caller;
  readonly #waits: Waits;

  /** @internal Created by the client. */
  constructor(caller: Caller, waits: Waits) {
    this.#caller = caller;
    this.#waits = waits;
  }

  /**
   * Creates a pay-in, or returns the existing one with this `mchOrderNo` (spec: POST payin).
   *
   * @throws {GatewayError} after the outcome `unknown`, repeat the call with the same `mchOrderNo`
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
   * Queries a pay-in (spec: POST check-order-status, mchKey).
   *
   * @throws {GatewayError} an `ApiError` with code `order_not_found` if there is no such order
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
   * Returns whether an order exists and what to do next, after a crash or an outcome `unknown`.
   *
   * @throws {GatewayError} if the query fails; retry it, because the state is still unknown
   */
  recover(mchOrderNo: string, options?: CallOptions): Promise<Recovery<Payin>> {
    return recovery(this.retrieve({ mchOrderNo }, options));
  }

  /**
   * Queries the order until its status is `success`, `failed` or `expired`. `expired` and `failed` can still become
   * `success`, so prefer callbacks. `client.notify(callback)` makes it query at once.
   *
   * @throws {GatewayError} a `TimeoutError` at the deadline
   */
  waitForFinal(query: OrderQuery, options: WaitOptions = {}): Promise<Payin> {
    const subject = { operation: 'payins.waitForFinal', kind: 'payin', query } as const;
    return this.#waits.waitForFinal(subject, (limits) => this.retrieve(query, limits), options);
  }
}

const readPayin = /* @__PURE__ */ reader(payinReceived, (data): Payin => ({ ...data, type: 'payin' }));
