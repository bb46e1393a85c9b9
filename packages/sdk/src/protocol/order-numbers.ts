import { randomBytes, randomInt } from 'node:crypto';
import { formatIst } from './time.ts';

/**
 * Creates a generator of the gateway's order numbers. Order numbers that contain the time sort by time.
 *
 * @param below draws a random integer from 0 up to, but excluding, its argument
 */
export function orderNumbersFrom(below: (limit: number) => number) {
  const digits = (count: number) => String(below(10 ** count)).padStart(count, '0');
  return {
    /** `PI`, the IST date and time, and 8 random digits. */
    payinOrderNo: (now: number) => `PI${stamp(now)}${digits(8)}`,
    /** `WD`, the IST date and time, and 8 random digits (spec: Withdrawal). */
    payoutOrderNo: (now: number) => `WD${stamp(now)}${digits(8)}`,
    /** 12 digits, like a bank reference of UPI. */
    utr: () => digits(12),
  } as const;
}

/** Generates random order numbers. */
export const orderNumbers = {
  ...orderNumbersFrom((limit) => randomInt(limit)),
  /** 16 hexadecimal digits. */
  linkCode: () => randomBytes(8).toString('hex'),
} as const;

/** Date and time in IST: `20261120150405`. */
function stamp(now: number): string {
  return formatIst(now).slice(0, 19).replace(/[-T:]/g, '');
}
