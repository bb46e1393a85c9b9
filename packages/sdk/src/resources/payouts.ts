import type { Caller } from '../calls/call.ts';
import { type Arguments, type Endpoint, reader } from '../calls/endpoint.ts';
import type { Reading } from '../calls/failure.ts';
import type { CallOptions } from '../calls/options.ts';
import { ConfigurationError } from '../errors/errors.ts';
import { isSameAmount } from '../protocol/money.ts';
import type { Open } from '../protocol/schemas/field.ts';
import { combined } from '../protocol/schemas/field.ts';
import type { PayoutStatus, PayType } from '../protocol/schemas/fields.ts';
import { payoutReceived } from '../protocol/schemas/readers.ts';
import { type Order, Orders, orderQuery, orderRules, text } from './orders.ts';

export interface BankDestination {
  readonly payType?: 'bank' | undefined;
  /** A name from the bank list, or any other string. */
  readonly bankCode: string;
  readonly accountName: string;
  /** Account number, 6 to 20 digits. */
  readonly accountNumber: string;
  /** IFSC of the branch, for example `HDFC0001234`. */
  readonly ifsc: string;
}

export interface UpiDestination {
  readonly payType?: 'upi' | undefined;
  /** UPI ID of the form name@bank. */
  readonly upiId: string;
}

export interface UsdtDestination {
  readonly payType?: 'usdt' | undefined;
  /** TRC20 wallet address, 34 characters that begin with T. */
  readonly usdtAddress: string;
}

/** Arguments of `payouts.create` (spec: POST payout). */
export type PayoutCreateParams = {
  /** Your order number of the payout, 1 to 100 letters, digits and `_ - . : # /`. A repeated request returns the same payout. */
  readonly mchOrderNo: string;
  /** Amount that the beneficiary receives, in INR with two decimals. The gateway adds the fee. */
  readonly amount: string;
} & (
  | Only<BankDestination, UpiDestination & UsdtDestination>
  | Only<UpiDestination, BankDestination & UsdtDestination>
  | Only<UsdtDestination, BankDestination & UpiDestination>
  | NoDestination
);

/** Last member of the union, so the compiler error for a missing destination names all kinds. */
interface NoDestination {
  /** Set `bankCode`, `accountName`, `accountNumber` and `ifsc`, or `upiId`, or `usdtAddress`. Never set this field. */
  readonly bankAccountOrUpiIdOrUsdtAddress: never;
  readonly payType?: undefined;
}

/** One destination that excludes the fields of the other kinds. */
type Only<One, Others> = One & { readonly [Name in Exclude<keyof Others, keyof One>]?: undefined };

/** A payout (spec: Withdrawal). */
export interface Payout extends Order {
  readonly type: 'payout';
  /** Amount that the beneficiary receives, in INR with two decimals. */
  readonly amount: string;
  /** Fee in INR, 6.5 % of `amount` plus 10.00, or null if the gateway omits the field. */
  readonly fee: string | null;
  /** `amount` plus `fee`, in INR, or null if the gateway omits the field. */
  readonly totalDebit: string | null;
  /**
   * Status: `pending`, `processing`, `success` or `failed`. A later version can add other values. `success` and
   * `failed` are final.
   */
  readonly status: Open<PayoutStatus>;
  /** The kind of destination, or null if the gateway omits the field. */
  readonly payType: Open<PayType> | null;
  /** Transfer reference, or null if the gateway does not know it. */
  readonly txid: string | null;
}

/** Options of one `payouts.create`. They override the client's options. */
export interface PayoutCreateOptions extends CallOptions {
  /**
   * Action after an attempt of unknown outcome. `retry`, the default, repeats the request, and the gateway returns an
   * existing payout. `query` first queries the payout, and repeats the request only if the payout does not exist.
   *
   * If the existing payout has a different amount or pay type, both actions fail with `duplicate_order`.
   */
  readonly onUnknown?: 'retry' | 'query' | undefined;
}

const readPayout = /* @__PURE__ */ reader(payoutReceived, (data): Payout => ({ ...data, type: 'payout' }));

const payoutQuery = /* @__PURE__ */ combined(
  (): Endpoint<Payout> => ({
    ...orderQuery('payouts.retrieve'),
    key: 'mchSecret',
    read: readPayout,
  }),
);

const personal = { meaning: 'text', personal: true } as const;

/** spec: POST payout. */
const payoutCreate = /* @__PURE__ */ combined(
  (): Endpoint<Payout> => ({
    operation: 'payouts.create',
    target: { api: 'v3', endpoint: 'payout' },
    key: 'mchSecret',
    rules: {
      ...orderRules,
      payType: text,
      bankCode: text,
      accountName: personal,
      accountNumber: personal,
      ifsc: text,
      upiId: personal,
      usdtAddress: personal,
    },
    /** Requires one destination field. The gateway reports the missing fields of an incomplete destination. */
    check(given) {
      const isOther = (name: string) => ['mchOrderNo', 'amount', 'payType'].includes(name);
      if (!Object.keys(given).every(isOther)) return;
      throw new ConfigurationError(
        'payouts.create needs a destination: upiId, usdtAddress, or bankCode with accountName, accountNumber and ifsc',
      );
    },
    read: readPayout,
    echoed: (given) => {
      const { mchOrderNo, amount } = given;
      return { mchOrderNo, amount, payType: payTypeOf(given) };
    },
    lookup: { endpoint: payoutQuery, found: asAsked },
  }),
);

/**
 * Checks that the existing payout equals the call in every field that the gateway compares for a repeat (spec: POST
 * payin, rule 2; reading: Parameters). Cannot compare the destination, because the gateway does not return it.
 */
function asAsked(found: Payout, given: Arguments): Reading<Payout> {
  const amount = isSameAmount(given['amount'] ?? '', found.amount);
  const payType = found.payType === null || found.payType === payTypeOf(given);
  if (amount && payType) return { value: { ...found, duplicate: true } };
  return { conflict: `the existing order has a different ${amount ? 'pay type' : 'amount'}` };
}

/** reading: Parameters, `payType` omitted. */
function payTypeOf({ payType, accountNumber, ifsc, upiId }: Arguments): string {
  if (payType !== undefined) return payType;
  if (accountNumber !== undefined || ifsc !== undefined) return 'bank';
  return upiId === undefined ? 'usdt' : 'upi';
}

/** `client.payouts`: payouts to beneficiaries. `mchSecret` signs their calls. */
export class Payouts extends Orders<PayoutCreateParams, Payout, PayoutCreateOptions> {
  /** @internal Created by the client. */
  constructor(caller: Caller) {
    super(caller, payoutCreate, payoutQuery, ['success', 'failed']);
  }
}
