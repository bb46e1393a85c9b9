import type { Paise } from './money.ts';

/**
 * A merchant's limits, in paise; each is itself still allowed (spec: Limits). Links of v1 keep to those of pay-ins, and
 * are refused with 422 `invalid_amount`.
 */
export interface Limits {
  /** The smallest pay-in; less is refused with 422 `amount_range`. */
  readonly payinMin: Paise;
  /** The largest pay-in; more is refused with 422 `amount_range`. */
  readonly payinMax: Paise;
  /** The smallest `amount` of one withdrawal, without its fee; less is refused with 422 `amount_range`. */
  readonly payoutMin: Paise;
  /** The largest `amount` of one withdrawal, without its fee; more is refused with 422 `amount_range`. */
  readonly payoutMax: Paise;
  /**
   * Sum of the amounts withdrawn on one IST calendar day, failed ones left out; more is refused with 422
   * `daily_limit` (reading: Money and time).
   */
  readonly payoutDaily: Paise;
}

/** The limits of an account that has none of its own (spec: Limits). */
export const defaultLimits: Limits = {
  payinMin: 20_000n,
  payinMax: 5_000_000n,
  payoutMin: 50_000n,
  payoutMax: 20_000_000n,
  payoutDaily: 20_000_000n,
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Bytes of a request body, this many included (spec: Limits; reading: order of checks 3). */
export const bodyLimit = 65_536;
/** Minutes until an unpaid pay-in expires. */
export const orderValidityMinutes = 30;
/** v3 calls in any 60 seconds, per merchant and IP address. */
export const rateLimitPerMinute = 120;
/** Milliseconds that a receiver has for its whole answer to a callback. */
export const callbackTimeoutMs = 8_000;
/** Milliseconds from the end of a failed delivery to the next: 1 min, 5 min, 15 min, 1 h, 6 h. */
export const callbackRetryDelaysMs: readonly number[] = [
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
  6 * hourMs,
];
/** Bytes of a receiver's answer that count (reading: Callbacks). */
export const callbackAnswerLimit = 65_536;

/** 1 to 100 letters, digits and `_ - . : # /`. */
export const mchOrderNoPattern = /^[A-Za-z0-9_\-.:#/]{1,100}$/;
/** Characters of `extra`. */
export const extraMaxLength = 255;
/** Characters of `notifyUrl`, `returnUrl` and their v1 names (reading: Parameters). */
export const urlMaxLength = 2_048;
/** Characters of a link's `note`. */
export const noteMaxLength = 255;
/** Characters of a link's `client_ref`. */
export const clientRefMaxLength = 120;

/** 6 to 20 digits (spec: Limits; reading: Parameters, Bank). */
export const accountNumberPattern = /^[0-9]{6,20}$/;
/**
 * Four letters, a zero and six letters or digits. Case is ignored (reading: Parameters, Bank); spelled out, as a JSON
 * Schema pattern has no flags.
 */
export const ifscPattern = /^[A-Za-z]{4}0[A-Za-z0-9]{6}$/;
/** A UPI ID of the form name@bank (reading: Parameters, Bank). */
export const upiIdPattern = /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/;
/** The shape of a TRC20 address, without its checksum (reading: Parameters, Bank): `isTrc20Address` looks at both. */
export const usdtAddressPattern = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
