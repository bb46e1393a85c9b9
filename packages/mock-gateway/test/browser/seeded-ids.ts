import { trc20Address } from '@inrgate/sdk/internal';
import { afterAll, beforeAll, vi } from 'vitest';
import * as ids from '../../src/operations/ids.ts';

/** Counts the ids of the file's gateways instead of drawing them, so a picture is the same each time. */
export function useSeededIds(): void {
  beforeAll(() => void vi.spyOn(ids, 'randomIds').mockImplementation(seededIds));
  afterAll(() => void vi.mocked(ids.randomIds).mockRestore());
}

function seededIds(): ids.Ids {
  let made = 0;
  const next = (multiplier: number, digits: number) => {
    made += 1;
    return String((made * multiplier) % 10 ** digits).padStart(digits, '0');
  };
  const hex = (length: number) =>
    BigInt(`9${next(7_919_317, 8).repeat(9)}`)
      .toString(16)
      .slice(0, length);
  return {
    payinOrderNo: (now) => `PI${stamp(now)}${next(48_271_913, 8)}`,
    payoutOrderNo: (now) => `WD${stamp(now)}${next(69_621_307, 8)}`,
    linkCode: () => hex(16),
    payToken: () => hex(32),
    usdtAddress: () => trc20Address(Buffer.from(hex(40), 'hex')),
    utr: () => next(632_418_905_731, 12),
    txid: () => hex(64).padEnd(64, '7'),
    id: (prefix) => `${prefix}_${hex(32)}`,
    mchId: () => `M${next(1_480_271_913, 10)}`,
    key: () => hex(32),
  };
}

/** Formats a time in IST: `20261120150405`. */
function stamp(now: number): string {
  return new Date(now + 19_800_000).toISOString().slice(0, 19).replace(/[-T:]/g, '');
}
