import { expect, it } from 'vitest';
import { orderNumbers, orderNumbersFrom } from './order-numbers.ts';

const now = Date.parse('2026-11-20T15:04:05+05:30');

it('a gateway order number consists of the kind, the time in IST and random digits', () => {
  const limits: number[] = [];
  const numbers = orderNumbersFrom((limit) => {
    limits.push(limit);
    return 42;
  });
  expect(numbers.payinOrderNo(now)).toBe('PI2026112015040500000042');
  expect(numbers.payoutOrderNo(now)).toBe('WD2026112015040500000042');
  expect(numbers.utr()).toBe('000000000042');
  expect(limits).toEqual([1e8, 1e8, 1e12]);
});

it('gateway order numbers, UTRs and link codes are random', () => {
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
