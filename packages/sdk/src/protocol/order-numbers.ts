import { randomBytes, randomInt } from 'node:crypto';
import { formatIst } from './time.ts';

/** Generates random order numbers, as the gateway does. Order numbers that contain the time sort by time. */
export const orderNumbers = {
  /** `PI`, the IST date and time, and 8 random digits. */
  payinOrderNo: (now: number) => `PI${stamp(now)}${digits(8)}`,
  /** `WD`, the IST date and time, and 8 random digits (spec: Withdrawal). */
  payoutOrderNo: (now: number) => `WD${stamp(now)}${digits(8)}`,
  /** 12 digits, like a bank reference of UPI. */
  utr: () => digits(12),
  /** 16 hexadecimal digits. */
  linkCode: () => randomBytes(8).toString('hex'),
} as const;

/** Date and time in IST: `20261120150405`. */
function stamp(now: number): string {
  return formatIst(now).slice(0, 19).replace(/[-T:]/g, '');
}

function digits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0');
}
