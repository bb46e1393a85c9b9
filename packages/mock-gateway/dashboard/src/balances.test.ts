import { describe, expect, it } from 'vitest';
import { seriesOf } from './balances.ts';
import type { LedgerEntry } from './types.ts';

function entry(second: number, account: string, amount: string): LedgerEntry {
  const at = new Date(second * 1_000).toISOString();
  return { transactionId: 't', kind: 'credit', orderNo: null, at, account, amount } as LedgerEntry;
}

describe('balance chart', () => {
  it('the balance chart combines the journal entries of one instant into one point', () => {
    const series = seriesOf(
      [
        entry(1, 'gateway:topups', '-100.10'),
        entry(1, 'merchant:M:available', '100.10'),
        entry(5, 'merchant:M:available', '-0.30'),
        entry(5, 'merchant:M:held', '0.30'),
        entry(9, 'merchant:OTHER:held', '9.00'),
        entry(9, 'merchant:M:held', '-0.30'),
      ],
      'M',
    );
    expect(series).toEqual({ at: [1, 5, 9], available: [100.1, 99.8, 99.8], held: [0, 0.3, 0] });
  });

  it('the balance chart of a long journal shows fewer points, but always the last point', () => {
    const many = Array.from({ length: 50_001 }, (_, at) => entry(at, 'merchant:M:available', '0.01'));
    const { at, available } = seriesOf(many, 'M');
    expect(at.length).toBeLessThanOrEqual(2_001);
    expect([at.at(-1), available.at(-1)]).toEqual([50_000, 500.01]);
  });
});
