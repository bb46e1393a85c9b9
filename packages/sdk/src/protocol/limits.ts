import type { Paise } from './money.ts';

/**
 * A merchant's limits in paise, each inclusive (spec: Limits). The limits of pay-ins also apply to v1 links. The
 * gateway rejects a link outside the limits with 422 `invalid_amount`.
 */
export interface Limits {
  /** Minimum amount of a pay-in, in paise. The gateway rejects a smaller pay-in with 422 `amount_range`. */
  readonly payinMin: Paise;
  /** Maximum amount of a pay-in, in paise. The gateway rejects a larger pay-in with 422 `amount_range`. */
  readonly payinMax: Paise;
  /**
   * Minimum `amount` of a payout without its fee, in paise. The gateway rejects a smaller amount with 422
   * `amount_range`.
   */
  readonly payoutMin: Paise;
  /**
   * Maximum `amount` of a payout without its fee, in paise. The gateway rejects a larger amount with 422
   * `amount_range`.
   */
  readonly payoutMax: Paise;
  /**
   * Maximum sum of payouts on one IST calendar day, in paise, without failed payouts (reading: Money and time). The
   * gateway rejects a payout above this sum with 422 `daily_limit`.
   */
  readonly payoutDaily: Paise;
}

/** Limits of a merchant without individual limits (spec: Limits). */
export const defaultLimits: Limits = {
  payinMin: 20_000n,
  payinMax: 5_000_000n,
  payoutMin: 50_000n,
  payoutMax: 20_000_000n,
  payoutDaily: 20_000_000n,
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Maximum bytes of a request body, inclusive (spec: Limits; reading: order of checks 3). */
export const bodyLimit = 65_536;
/** Minutes until an unpaid pay-in expires. */
export const orderValidityMinutes = 30;
/** Maximum v3 requests per 60 seconds, for each merchant and IP address. */
export const rateLimitPerMinute = 120;
/** Milliseconds within which a receiver must respond to a callback. */
export const callbackTimeoutMs = 8_000;
/** Milliseconds from the end of a failed attempt to the next attempt: 1 min, 5 min, 15 min, 1 h, 6 h. */
export const callbackRetryDelaysMs: readonly number[] = [
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
  6 * hourMs,
];
/** Maximum number of bytes that the gateway reads of a receiver's response (reading: Callbacks). */
export const callbackAnswerLimit = 65_536;

/** Pattern of `mchOrderNo`: 1 to 100 letters, digits and `_ - . : # /`. */
export const mchOrderNoPattern = /^[A-Za-z0-9_\-.:#/]{1,100}$/;
export const extraMaxLength = 255;
/** Maximum characters of `notifyUrl`, `returnUrl` and their v1 names (reading: Parameters). */
export const urlMaxLength = 2_048;
export const noteMaxLength = 255;
export const clientRefMaxLength = 120;

/** Pattern of `accountNumber`: 6 to 20 digits (spec: Limits; reading: Parameters, Bank). */
export const accountNumberPattern = /^[0-9]{6,20}$/;
/**
 * Pattern of `ifsc`: four letters, a zero and six letters or digits, in either case (reading: Parameters, Bank). Has no
 * flags, because JSON Schema patterns support none.
 */
export const ifscPattern = /^[A-Za-z]{4}0[A-Za-z0-9]{6}$/;
/** Pattern of a UPI ID of the form name@bank (reading: Parameters, Bank). */
export const upiIdPattern = /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/;
/** Pattern of a TRC20 wallet address (reading: Parameters, Bank). `isTrc20Address` also checks the checksum. */
export const usdtAddressPattern = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
