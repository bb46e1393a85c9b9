import type { Caller } from '../client/caller.ts';
import type { CallOptions } from '../client/options.ts';
import { type PayoutReceived, type PayoutStatus, payoutReceived } from '../protocol/schemas/payout.ts';
import type { Open } from '../protocol/schemas/received.ts';
import type { PayType } from '../protocol/schemas/text.ts';
import { argumentRules, checked } from './arguments.ts';
import { type OrderQuery, orderQuery } from './order-query.ts';
import { reader } from './reading.ts';
import { type WaitOptions, waitForFinal } from './wait.ts';

/** To a bank account. */
export interface BankDestination {
  readonly payType?: 'bank' | undefined;
  /** A name of the bank list, or any other text. */
  readonly bankCode: string;
  /** Account holder. */
  readonly accountName: string;
  /** 6 to 20 digits. */
  readonly accountNumber: string;
  readonly ifsc: string;
}

/** To a UPI ID. */
export interface UpiDestination {
  readonly payType?: 'upi' | undefined;
  /** Of the form name@bank. */
  readonly upiId: string;
}

/** To a USDT address. */
export interface UsdtDestination {
  readonly payType?: 'usdt' | undefined;
  /** TRC20, 34 characters that begin with T. */
  readonly usdtAddress: string;
}

/** spec: POST payout. */
export type PayoutCreateParams = {
  /** Your payout number: 1 to 100 letters, digits and `_ - . : # /`. A repeat answers the same payout. */
  readonly mchOrderNo: string;
  /** INR with two decimals, what the beneficiary receives; the fee is charged on top. */
  readonly amount: string;
} & (BankDestination | UpiDestination | UsdtDestination);

/** spec: Withdrawal. */
export interface Payout {
  readonly type: 'payout';
  /** The service's payout number. */
  readonly orderNo: string;
  readonly mchOrderNo: string;
  /** INR, two decimals: what the beneficiary receives. */
  readonly amount: string;
  /** INR, 6.5 % of the amount plus 10.00; null when the gateway left it out. */
  readonly fee: string | null;
  /** INR, amount plus fee; null when the gateway left it out. */
  readonly totalDebit: string | null;
  /** `success` and `failed` are final. */
  readonly status: Open<PayoutStatus>;
  readonly payType: Open<PayType> | null;
  /** Transfer reference; null until known. */
  readonly txid: string | null;
  /** ISO-8601, IST. */
  readonly createdAt: string | null;
  /** ISO-8601, IST; null until paid. */
  readonly paidAt: string | null;
  /** Whether the payout had been created before by a call with the same `mchOrderNo`, also by an earlier attempt. */
  readonly duplicate: boolean;
}

/** `client.payouts`: withdrawals. Signed with `mchSecret`. */
export class Payouts {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Creates a withdrawal, or answers the one that exists under this `mchOrderNo` (spec: POST payout). The call must
   * come from an allow-listed IP address.
   *
   * @throws {GatewayError} after the outcome `unknown`, call again with the same `mchOrderNo`; with a new one the
   * beneficiary may be paid twice
   */
  async create(params: PayoutCreateParams, options?: CallOptions): Promise<Payout> {
    const operation = 'payouts.create';
    return this.#caller.call(
      {
        operation,
        target: { api: 'v3', endpoint: 'payout' },
        key: 'mchSecret',
        params: checked(operation, params, argumentRules.payout),
        personal: ['accountName', 'accountNumber', 'upiId', 'usdtAddress'],
        idempotent: true,
        read: readPayout,
      },
      options,
    );
  }

  /**
   * Queries a withdrawal (spec: POST check-order-status, mchSecret).
   *
   * @throws {GatewayError} an `ApiError` with code `order_not_found` when there is none
   */
  async retrieve(query: OrderQuery, options?: CallOptions): Promise<Payout> {
    const operation = 'payouts.retrieve';
    return this.#caller.call(
      {
        operation,
        target: { api: 'v3', endpoint: 'check-order-status' },
        key: 'mchSecret',
        params: orderQuery(operation, query),
        idempotent: true,
        read: readPayout,
      },
      options,
    );
  }

  /**
   * Queries the withdrawal until it is `success` or `failed`.
   *
   * @throws {GatewayError} a `TimeoutError` at the deadline
   */
  async waitForFinal(query: OrderQuery, options: WaitOptions = {}): Promise<Payout> {
    return waitForFinal('payouts.waitForFinal', (limits) => this.retrieve(query, limits), options);
  }
}

const readPayout = reader(payoutReceived, toPayout);

function toPayout(data: PayoutReceived): Payout {
  return {
    type: 'payout',
    orderNo: data.orderNo,
    mchOrderNo: data.mchOrderNo,
    amount: data.amount,
    fee: data.fee ?? null,
    totalDebit: data.totalDebit ?? null,
    status: data.status,
    payType: data.payType ?? null,
    txid: data.txid,
    createdAt: data.createdAt ?? null,
    paidAt: data.paidAt,
    duplicate: data.duplicate ?? false,
  };
}
