/** Rupees as an integer number of paise (1/100 INR). */
export type Paise = bigint;
/** USDT as an integer number of millionths. */
export type MicroUsdt = bigint;
/** INR per USDT as an integer number of 1/10,000 rupee. */
export type Rate = bigint;

/** Stable code of an invalid value: an INR amount, a USDT amount, or a rate. */
export type MoneyErrorCode = 'invalid_amount' | 'invalid_usdt_amount' | 'invalid_rate';

/** A string or number is not a valid amount or rate. The message never contains the value. */
export class MoneyError extends RangeError {
  override readonly name = 'MoneyError';
  /** Stable code. The message describes the expected format. */
  readonly code: MoneyErrorCode;

  constructor(code: MoneyErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Pattern of INR as in v3: two decimals, no sign and no leading zeros (reading: Parameters, `amount`). Matches zero.
 */
export const amountPattern = /^(?:0|[1-9][0-9]*)\.[0-9]{2}$/;
/** Pattern of INR as in v1, for example `500`, `500.5` or `500.00` (reading: Legacy checks). Matches zero. */
export const linkAmountPattern = /^(?:0|[1-9][0-9]*)(?:\.[0-9]{1,2})?$/;
export const usdtPattern = /^(?:0|[1-9][0-9]*)\.[0-9]{6}$/;
export const ratePattern = /^(?:0|[1-9][0-9]*)\.[0-9]{4}$/;

/**
 * Parses an amount in rupees in the format of v3: `500.00`.
 *
 * @returns paise
 * @throws {MoneyError} `invalid_amount` for any other format: `500`, `500.0`, `5e2`, ` 500.00`, `0500.00`, `-1.00`
 */
export function parseAmount(text: string): Paise {
  if (!amountPattern.test(text)) {
    throw new MoneyError(
      'invalid_amount',
      'an amount must have exactly two decimals and no leading zeros, for example 500.00',
    );
  }
  return scaled(text, 2);
}

/** Parses `500`, `500.5` or `500.00` as paise. @throws {MoneyError} `invalid_amount` */
export function parseLinkAmount(text: string): Paise {
  if (!linkAmountPattern.test(text)) {
    throw new MoneyError(
      'invalid_amount',
      'an amount must be a number with up to two decimals, for example 500 or 500.00',
    );
  }
  return scaled(text, 2);
}

/** Writes `500`, `500.0` and `500.00000` as `500.00`. Drops only zeros, and returns undefined otherwise. */
export function writtenDecimal(text: string, places: number): string | undefined {
  // The input is untrusted, so ignore strings that are longer than any amount.
  if (text.length > longestDecimal) return undefined;
  // The amount already has this gateway's format.
  if (places === 2 && twoDecimals.test(text)) return text;
  const read = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]*))?$/.exec(text);
  if (read === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = read;
  if (/[1-9]/.test(fraction.slice(places))) return undefined;
  const decimal = `${whole}.${fraction.slice(0, places).padEnd(places, '0')}`;
  return /[1-9]/.test(decimal) ? sign + decimal : decimal;
}

const longestDecimal = 40;
const twoDecimals = /^(?:0|[1-9][0-9]*)\.[0-9]{2}$/;

/** Returns whether two strings are the same amount in rupees, with any number of decimals. */
export function isSameAmount(one: string, other: string): boolean {
  const amount = writtenDecimal(one, 2);
  return amount !== undefined && amount === writtenDecimal(other, 2);
}

/** Formats paise as rupees with two decimals: `500.00`, `-1.05`. */
export function formatAmount(paise: Paise): string {
  return decimal(paise, 2);
}

/**
 * The pay-in fee in paise, 11 % of the amount, rounded half up (spec: Fees; reading: Money and time).
 *
 * @throws {MoneyError} `invalid_amount` for a negative amount
 */
export function payinFee(amount: Paise): Paise {
  return halfUp(notNegative(amount) * 11n, 100n);
}

/**
 * The payout fee in paise, 6.5 % of the amount, rounded half up, plus 10.00 INR (spec: Fees).
 *
 * @throws {MoneyError} `invalid_amount` for a negative amount
 */
export function payoutFee(amount: Paise): Paise {
  return halfUp(notNegative(amount) * 65n, 1000n) + 1000n;
}

/**
 * Parses a USDT amount with six decimals: `5.555556`.
 *
 * @returns millionths of a USDT
 * @throws {MoneyError} `invalid_usdt_amount`
 */
export function parseUsdt(text: string): MicroUsdt {
  if (!usdtPattern.test(text)) {
    throw new MoneyError(
      'invalid_usdt_amount',
      'a USDT amount must have exactly six decimals, for example 5.555556',
    );
  }
  return scaled(text, 6);
}

/** Formats millionths of a USDT with six decimals: `5.555556`. */
export function formatUsdt(amount: MicroUsdt): string {
  return decimal(amount, 6);
}

/** Parses INR per USDT, `90.0000`, as 1/10,000 rupee. @throws {MoneyError} `invalid_rate` */
export function parseRate(text: string): Rate {
  if (!ratePattern.test(text)) {
    throw new MoneyError('invalid_rate', 'a rate must have exactly four decimals, for example 90.0000');
  }
  return scaled(text, 4);
}

/** Formats a rate in INR per USDT with four decimals: `90.0000`. */
export function formatRate(rate: Rate): string {
  return decimal(rate, 4);
}

/** Rounds up, so the USDT always covers the amount (reading: Money and time). @throws {MoneyError} */
export function usdtForPaise(amount: Paise, rate: Rate): MicroUsdt {
  if (rate <= 0n) throw new MoneyError('invalid_rate', 'a rate must be above zero');
  // (amount / 100) rupees / (rate / 10,000) rupees per USDT, in millionths.
  const numerator = notNegative(amount) * 100n * 1_000_000n;
  return (numerator + rate - 1n) / rate;
}

function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

function notNegative(amount: Paise): Paise {
  if (amount < 0n) throw new MoneyError('invalid_amount', 'an amount must not be negative');
  return amount;
}

/** Converts a checked decimal string to an integer, scaled by its number of places. */
function scaled(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}

function decimal(value: bigint, places: number): string {
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(places + 1, '0');
  const point = digits.length - places;
  return `${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}
