import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());

/** Whether the checksum of a TRC20 address is right: a slip of the fingers breaks it (reading: Parameters, Bank). */
export function hasChecksum(address: string): boolean {
  try {
    const payload = base58check.decode(address);
    return payload.length === 21 && payload[0] === 0x41;
  } catch {
    return false;
  }
}
