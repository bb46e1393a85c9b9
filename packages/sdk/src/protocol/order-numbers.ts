import { randomBytes, randomInt } from 'node:crypto';
import { formatIst } from './time.ts';

/** Order numbers of a gateway. Those that contain a time sort by it. */
export const orderNumbers = {
  /** `PI`, the IST date and time, and 8 random digits. */
  payinOrderNo: (now: number) => `PI${stamp(now)}${digits(8)}`,
  /** `WD`, the IST date and time, and 8 random digits (spec: Withdrawal). */
  payoutOrderNo: (now: number) => `WD${stamp(now)}${digits(8)}`,
  /** 16 hexadecimal digits. */
  linkCode: () => randomBytes(8).toString('hex'),
  /** 12 digits, like bank references of UPI. */
  utr: () => digits(12),
} as const;

/** `20261120150405`, IST. */
function stamp(now: number): string {
  return formatIst(now).slice(0, 19).replace(/[-T:]/g, '');
}

function digits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0');
}
