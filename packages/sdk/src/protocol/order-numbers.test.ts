import { expect, it } from 'vitest';
import { orderNumbers } from './order-numbers.ts';

const now = Date.parse('2026-11-20T15:04:05+05:30');

it('gateway order numbers consist of the kind, the time in IST and random digits, and UTRs and link codes are random', () => {
  const { payinOrderNo, payoutOrderNo, utr, linkCode } = orderNumbers;
  for (const [make, pattern] of [
    [payinOrderNo, /^PI20261120150405\d{8}$/],
    [payoutOrderNo, /^WD20261120150405\d{8}$/],
    [utr, /^\d{12}$/],
    [linkCode, /^[0-9a-f]{16}$/],
  ] as const) {
    const made = Array.from({ length: 20 }, () => make(now));
    for (const one of made) expect(one).toMatch(pattern);
    expect(new Set(made).size).toBeGreaterThan(18);
  }
});
