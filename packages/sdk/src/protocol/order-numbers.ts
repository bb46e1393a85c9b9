import { randomBytes, randomInt } from 'node:crypto';
import { formatIst } from './time.ts';

/** The numbers that a gateway gives its orders. Those with a time in them sort by it. */
export const orderNumbers = {
  /** `PI` and the IST date and time, then 8 random digits. */
  payinOrderNo: (now: number) => `PI${stamp(now)}${digits(8)}`,
  /** Begins with the letters WD (spec: Withdrawal). */
  payoutOrderNo: (now: number) => `WD${stamp(now)}${digits(8)}`,
  /** 16 hexadecimal digits. */
  linkCode: () => randomBytes(8).toString('hex'),
  /** 12 digits, as UPI's bank references are. */
  utr: () => digits(12),
} as const;

/** `20261120150405`, IST. */
function stamp(now: number): string {
  return formatIst(now).slice(0, 19).replace(/[-T:]/g, '');
}

function digits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0');
}
