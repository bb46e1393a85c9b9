import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';

/** TRON's addresses: base58check over the prefix byte 0x41 and 20 bytes (reading: Parameters, `usdtAddress`). */
const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());

const prefix = 0x41;
const payloadLength = 21;
const textLength = 34;

export function isTrc20Address(text: string): boolean {
  if (text.length !== textLength) return false;
  try {
    const payload = base58check.decode(text);
    return payload.length === payloadLength && payload[0] === prefix;
  } catch {
    return false;
  }
}

/** @param account 20 bytes, random for a receiving address that nobody owns */
export function trc20Address(account: Uint8Array): string {
  if (account.length !== payloadLength - 1) throw new RangeError('a TRON account has 20 bytes');
  return base58check.encode(Uint8Array.of(prefix, ...account));
}
