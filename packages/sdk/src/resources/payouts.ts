import type { CallPromise } from '../calls/call-promise.ts';
import type { Call, Caller } from '../calls/caller.ts';
import type { CallOptions } from '../calls/client-options.ts';
import type { Reading } from '../calls/judge.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { isSameAmount } from '../protocol/money.ts';
import type { PayoutStatus } from '../protocol/schemas/payout-fields.ts';
import { payoutReceived, toldPayout } from '../protocol/schemas/payout-received.ts';
import type { Open } from '../protocol/schemas/received.ts';
import type { PayType } from '../protocol/schemas/words.ts';
import { argumentRules, checked } from './arguments.ts';
import { type OrderQuery, orderQuery } from './order-query.ts';
import { answerTo, reader } from './readers.ts';
import { type Recovery, recovery } from './recovery.ts';
import type { WaitOptions, Waits } from './waits.ts';

/** To a bank account. */
export interface BankDestination {
  /** May be left out: the fields tell. */
  readonly payType?: 'bank' | undefined;
  /** A name of the bank list, or any other text. */
  readonly bankCode: string;
  /** Account holder. */
  readonly accountName: string;
  /** 6 to 20 digits. */
  readonly accountNumber: string;
  /** IFSC of the branch, such as `HDFC0001234`. */
  readonly ifsc: string;
}

/** To a UPI ID. */
export interface UpiDestination {
  /** May be left out: the fields tell. */
  readonly payType?: 'upi' | undefined;
  /** Of the form name@bank. */
  readonly upiId: string;
}

/** To a USDT address. */
export interface UsdtDestination {
  /** May be left out: the fields tell. */
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
} & (
  | Only<BankDestination, UpiDestination & UsdtDestination>
  | Only<UpiDestination, BankDestination & UsdtDestination>
  | Only<UsdtDestination, BankDestination & UpiDestination>
  | NoDestination
);

/** Comes last, so that the compiler names it where there is no destination, instead of one field of one kind. */
interface NoDestination {
  /** Give `bankCode`, `accountName`, `accountNumber` and `ifsc`, or `upiId`, or `usdtAddress`. Never this. */
  readonly bankAccountOrUpiIdOrUsdtAddress: never;
  /** May be left out: the fields tell. */
  readonly payType?: undefined;
}

/** One destination, and no field of another. */
type Only<One, Others> = One & { readonly [Name in Exclude<keyof Others, keyof One>]?: undefined };

/** spec: Withdrawal. */
export interface Payout {
  /** Tells it from a pay-in. */
  readonly type: 'payout';
  /** The service's payout number. */
  readonly orderNo: string;
  /** Your payout number. */
  readonly mchOrderNo: string;
  /** INR, two decimals: what the beneficiary receives. */
  readonly amount: string;
  /** INR, 6.5 % of the amount plus 10.00; null when the gateway left it out. */
  readonly fee: string | null;
  /** INR, amount plus fee; null when the gateway left it out. */
  readonly totalDebit: string | null;
  /** `pending`, `processing`, `success` or `failed`, or one of a later version. `success` and `failed` are final. */
  readonly status: Open<PayoutStatus>;
  /** The kind of destination; null when the gateway left it out. */
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

/** What one `payouts.create` may set differently from its client. */
export interface PayoutCreateOptions extends CallOptions {
  /**
   * What comes after an attempt of unknown outcome. `retry`, the default: the same bytes again; the gateway answers
   * the payout that exists. `query`: the order is looked up first, and only one that is not found is sent again. A
   * payout found under the number with another amount or pay type is an `ApiError` `duplicate_order`, as a repeat
   * would be.
   */
  readonly onUnknown?: 'retry' | 'query' | undefined;
}

/** `client.payouts`: withdrawals. Signed with `mchSecret`. */
export class Payouts {
  readonly #caller: Caller;
  readonly #waits: Waits;

  /** @internal The client makes it. */
  constructor(caller: Caller, waits: Waits) {
    this.#caller = caller;
    this.#waits = waits;
  }

  /**
   * Creates a withdrawal, or answers the one that exists under this `mchOrderNo` (spec: POST payout). The call must
   * come from an allow-listed IP address.
   *
   * @throws {GatewayError} after the outcome `unknown`, call again with the same `mchOrderNo`; with a new one the
   * beneficiary may be paid twice
   */
  create(params: PayoutCreateParams, options: PayoutCreateOptions = {}): CallPromise<Payout> {
    const build = (operation: string) => {
      const asked = checked(operation, params, argumentRules.payout);
      const { mchOrderNo, amount } = asked;
      if (!hasDestination(asked))
        throw new ConfigurationError(`${operation} needs a destination: ${destination}`);
      return {
        target: { api: 'v3', endpoint: 'payout' },
        key: 'mchSecret',
        params: asked,
        personal: ['accountName', 'accountNumber', 'upiId', 'usdtAddress'],
        idempotent: true,
        read: answerTo({ mchOrderNo, amount }, readPayout),
        lookup: isQuery(options.onUnknown) ? this.#lookup(asked) : undefined,
      } as const;
    };
    return this.#caller.call('payouts.create', build, options);
  }

  /**
   * Queries a withdrawal (spec: POST check-order-status, mchSecret).
   *
   * @throws {GatewayError} an `ApiError` with code `order_not_found` when there is none
   */
  retrieve(query: OrderQuery, options?: CallOptions): CallPromise<Payout> {
    const build = (operation: string) => orderRequest(orderQuery(operation, query));
    return this.#caller.call('payouts.retrieve', build, options);
  }

  /**
   * Finds out, after a crash or an outcome `unknown`, whether a withdrawal came about and what to do next.
   *
   * @throws {GatewayError} when the query has no answer; nothing is then known, so ask again
   */
  recover(mchOrderNo: string, options?: CallOptions): Promise<Recovery<Payout>> {
    return recovery(this.retrieve({ mchOrderNo }, options));
  }

  /**
   * Queries the withdrawal until it is `success` or `failed`. `client.notify(callback)` makes it query at once.
   *
   * @throws {GatewayError} a `TimeoutError` at the deadline
   */
  waitForFinal(query: OrderQuery, options: WaitOptions = {}): Promise<Payout> {
    const subject = { operation: 'payouts.waitForFinal', kind: 'payout', query } as const;
    return this.#waits.waitForFinal(subject, (limits) => this.retrieve(query, limits), options);
  }

  #lookup(asked: Asked): Call<Payout> {
    const request = orderRequest({ mchOrderNo: asked.mchOrderNo });
    const read = (data: unknown): Reading<Payout> => {
      const reading = request.read(data);
      return 'value' in reading ? asAsked(reading.value, asked) : reading;
    };
    return { ...request, operation: 'payouts.retrieve', read };
  }
}

type Asked = ReturnType<typeof checked<keyof (typeof argumentRules)['payout']>>;

function orderRequest(asked: ReturnType<typeof orderQuery>) {
  return {
    target: { api: 'v3', endpoint: 'check-order-status' },
    key: 'mchSecret',
    params: asked,
    idempotent: true,
    read: answerTo(asked, readPayout),
  } as const;
}

/** @throws {ConfigurationError} */
function isQuery(onUnknown: unknown = 'retry'): boolean {
  if (onUnknown !== 'retry' && onUnknown !== 'query') {
    throw new ConfigurationError('payouts.create: onUnknown must be retry or query');
  }
  return onUnknown === 'query';
}

/**
 * The payout found under the number, if it is the one that was asked for, by all that a repeat is compared by (spec:
 * POST payin, rule 2; reading: Parameters). The gateway does not tell the destination.
 */
function asAsked(found: Payout, asked: Asked): Reading<Payout> {
  const amount = isSameAmount(asked.amount ?? '', found.amount);
  const payType = found.payType === null || found.payType === payTypeOf(asked);
  if (amount && payType) return { value: { ...found, duplicate: true } };
  return { conflict: `the order found has another ${amount ? 'pay type' : 'amount'}` };
}

const destination = 'bankCode, accountName, accountNumber and ifsc; or upiId; or usdtAddress';

/** Whether there is a field of any kind; which are missing, the gateway says. */
function hasDestination(asked: Asked): boolean {
  return Object.keys(asked).some((name) => !['mchOrderNo', 'amount', 'payType'].includes(name));
}

/** reading: Parameters, `payType` omitted. */
function payTypeOf({ payType, accountNumber, ifsc, upiId }: Asked): string {
  if (payType !== undefined) return payType;
  if (accountNumber !== undefined || ifsc !== undefined) return 'bank';
  return upiId === undefined ? 'usdt' : 'upi';
}

const readPayout = /* @__PURE__ */ reader(
  payoutReceived,
  (data): Payout => ({ ...toldPayout(data), type: 'payout' }),
);
