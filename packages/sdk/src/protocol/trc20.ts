import { createHash } from 'node:crypto';
import { usdtAddressPattern } from './limits.ts';

// A TRON address is base58check (reading: Parameters, `usdtAddress`). One number combines the prefix 0x41, the 20 bytes
// of the account and 4 bytes of checksum. The prefix makes the address 34 digits long, with T as the first digit.

const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const prefix = 0x41;
const accountLength = 20;
const checksumLength = 4;

/** Returns whether this is a TRC20 wallet address with a correct checksum. */
export function isTrc20Address(text: string): boolean {
  if (!usdtAddressPattern.test(text)) return false;
  let number = 0n;
  for (const digit of text) number = number * 58n + BigInt(digits.indexOf(digit));
  // The number has exactly 25 bytes, because the address begins with T.
  const bytes = Buffer.from(number.toString(16), 'hex');
  const payload = bytes.subarray(0, -checksumLength);
  return payload[0] === prefix && checksum(payload).equals(bytes.subarray(-checksumLength));
}

/** @param account 20 bytes. Random bytes result in an address without an owner */
export function trc20Address(account: Uint8Array): string {
  if (account.length !== accountLength) throw new RangeError('a TRON account must have 20 bytes');
  const payload = Uint8Array.of(prefix, ...account);
  const bytes = Buffer.concat([payload, checksum(payload)]);
  let text = '';
  for (let number = BigInt(`0x${bytes.toString('hex')}`); number > 0n; number /= 58n) {
    text = `${digits[Number(number % 58n)]}${text}`;
  }
  return text;
}

function checksum(payload: Uint8Array): Buffer {
  return sha256(sha256(payload)).subarray(0, checksumLength);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
