/** Rupees as an integer number of paise (1/100 INR). */
export type Paise = bigint;
/** USDT as an integer number of millionths. */
export type MicroUsdt = bigint;
/** INR per USDT as an integer number of 1/10,000 rupee. */
export type Rate = bigint;

/** What the text or number should have been: INR, USDT, or a rate between them. The names are stable. */
export type MoneyErrorCode = 'invalid_amount' | 'invalid_usdt_amount' | 'invalid_rate';

/** A text or a number that is not the money it should be. The value itself is never in the message. */
export class MoneyError extends RangeError {
  override readonly name = 'MoneyError';
  /** Stable; the message gives the shape that was expected. */
  readonly code: MoneyErrorCode;

  constructor(code: MoneyErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** INR as v3 writes it: two decimals, no sign, no leading zeros; zero fits (reading: Parameters, `amount`). */
export const amountPattern = /^(?:0|[1-9][0-9]*)\.[0-9]{2}$/;
/** INR as v1 takes it: `500`, `500.5` or `500.00`; zero fits (reading: Legacy checks). */
export const linkAmountPattern = /^(?:0|[1-9][0-9]*)(?:\.[0-9]{1,2})?$/;
/** USDT with six decimals. */
export const usdtPattern = /^(?:0|[1-9][0-9]*)\.[0-9]{6}$/;
/** INR per USDT with four decimals. */
export const ratePattern = /^(?:0|[1-9][0-9]*)\.[0-9]{4}$/;

/**
 * Reads an amount in rupees, exactly as v3 writes it: `500.00`.
 *
 * @returns paise
 * @throws {MoneyError} `invalid_amount` for anything else: `500`, `500.0`, `5e2`, ` 500.00`, `0500.00`, `-1.00`.
 */
export function parseAmount(text: string): Paise {
  if (!amountPattern.test(text)) {
    throw new MoneyError(
      'invalid_amount',
      'an amount has exactly two decimals and no leading zeros, as in 500.00',
    );
  }
  return scaled(text, 2);
}

/**
 * Reads an amount as v1 `create-link` takes it: `500`, `500.5` or `500.00`.
 *
 * @returns paise
 * @throws {MoneyError} `invalid_amount`
 */
export function parseLinkAmount(text: string): Paise {
  if (!linkAmountPattern.test(text)) {
    throw new MoneyError(
      'invalid_amount',
      'an amount is a decimal with up to two decimals, as in 500 or 500.00',
    );
  }
  return scaled(text, 2);
}

/**
 * Reads a decimal as a gateway of the convention may write it, with whatever decimals, and writes it as this API does:
 * `500`, `500.0` and `500.00000` are `500.00`. What is not zero is never cut off.
 *
 * @returns undefined for what is no decimal, or none of so many places
 */
export function writtenDecimal(text: string, places: number): string | undefined {
  // Foreign text: what is longer than any amount is not looked at.
  const read = text.length <= longestDecimal ? /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]*))?$/.exec(text) : null;
  if (read === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = read;
  if (/[1-9]/.test(fraction.slice(places))) return undefined;
  const decimal = `${whole}.${fraction.slice(0, places).padEnd(places, '0')}`;
  return /[1-9]/.test(decimal) ? sign + decimal : decimal;
}

const longestDecimal = 40;

/** Whether two texts are the same amount in rupees, however many decimals each is written with. */
export function isSameAmount(one: string, other: string): boolean {
  const amount = writtenDecimal(one, 2);
  return amount !== undefined && amount === writtenDecimal(other, 2);
}

/** Writes paise as rupees with two decimals: `500.00`, `-1.05`. */
export function formatAmount(paise: Paise): string {
  return decimal(paise, 2);
}

/**
 * The pay-in fee: 11 % of the amount, rounded half up to a paisa (spec: Fees; reading: Money and time).
 *
 * @throws {MoneyError} `invalid_amount` when the amount is negative
 */
export function payinFee(amount: Paise): Paise {
  return halfUp(notNegative(amount) * 11n, 100n);
}

/**
 * The pay-out fee: 6.5 % of the amount, rounded half up to a paisa, plus 10.00 (spec: Fees).
 *
 * @throws {MoneyError} `invalid_amount` when the amount is negative
 */
export function payoutFee(amount: Paise): Paise {
  return halfUp(notNegative(amount) * 65n, 1000n) + 1000n;
}

/**
 * Reads a USDT amount with six decimals: `5.555556`.
 *
 * @returns millionths of a USDT
 * @throws {MoneyError} `invalid_usdt_amount`
 */
export function parseUsdt(text: string): MicroUsdt {
  if (!usdtPattern.test(text)) {
    throw new MoneyError('invalid_usdt_amount', 'a USDT amount has exactly six decimals, as in 5.555556');
  }
  return scaled(text, 6);
}

/** Writes millionths of a USDT with six decimals: `5.555556`. */
export function formatUsdt(amount: MicroUsdt): string {
  return decimal(amount, 6);
}

/**
 * Reads a rate in INR per USDT with four decimals: `90.0000`.
 *
 * @returns 1/10,000 rupee
 * @throws {MoneyError} `invalid_rate`
 */
export function parseRate(text: string): Rate {
  if (!ratePattern.test(text)) {
    throw new MoneyError('invalid_rate', 'a rate has exactly four decimals, as in 90.0000');
  }
  return scaled(text, 4);
}

/** Writes a rate in INR per USDT with four decimals: `90.0000`. */
export function formatRate(rate: Rate): string {
  return decimal(rate, 4);
}

/**
 * The USDT to pay for an amount in rupees, rounded up to a millionth, so that what is paid always covers the
 * amount (reading: Money and time).
 *
 * @throws {MoneyError} `invalid_amount` when the amount is negative, `invalid_rate` unless the rate is positive
 */
export function usdtForPaise(amount: Paise, rate: Rate): MicroUsdt {
  if (rate <= 0n) throw new MoneyError('invalid_rate', 'a rate is more than zero');
  // (amount / 100) rupees / (rate / 10,000) rupees per USDT, in millionths.
  const numerator = notNegative(amount) * 100n * 1_000_000n;
  return (numerator + rate - 1n) / rate;
}

function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

function notNegative(amount: Paise): Paise {
  if (amount < 0n) throw new MoneyError('invalid_amount', 'an amount is not negative');
  return amount;
}

/** The decimal text as an integer of its `places`-th decimal; the text has been checked. */
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
