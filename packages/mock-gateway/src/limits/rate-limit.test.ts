import { beforeEach, describe, expect, it } from 'vitest';
import { maxCallers, nameOf, RateLimit } from './rate-limit.ts';

describe('rate limits', () => {
  let rates: RateLimit;
  beforeEach(() => {
    rates = new RateLimit();
  });
  const admit = (caller: string, limit: number, now: number) => rates.admit(caller, limit, now);

  it('after 120 calls in 60 seconds, the rate limit admits the next call at the announced time', () => {
    for (let call = 0; call < 120; call++) expect(admit('a', 120, call * 100)).toBeNull();
    expect(admit('a', 120, 12_000)).toBe(48);
    expect(admit('a', 120, 59_999)).toBe(1);
    expect(admit('a', 120, 60_000)).toBeNull();
    expect(admit('a', 120, 60_001)).toBe(1);
  });

  it('the rate limit admits exactly as many calls as allowed at one instant', () => {
    const calls = Array.from({ length: 50 }, () => admit('a', 20, 0));
    expect(calls.filter((retryAfter) => retryAfter === null)).toHaveLength(20);
  });

  it('the rate limit counts each caller separately', () => {
    expect(admit('a', 1, 0)).toBeNull();
    expect(admit('a', 1, 1)).toBe(60);
    expect(admit('b', 1, 1)).toBeNull();
  });

  it('the rate limit counts two callers separately, whatever characters their names contain', () => {
    const names = ['a', 'a\0', 'a\uE000', 'a\uE000\uE001', 'a\uE000\uE002', 'A', 'é'];
    expect(names.map((name) => admit(name, 1, 0))).toEqual(names.map(() => null));
    expect(names.map((name) => admit(name, 1, 1))).toEqual(names.map(() => 60));
  });

  it('the rate limit does not count rejected calls, so it admits a client that waits for Retry-After', () => {
    admit('a', 1, 0);
    for (let at = 1; at < 60_000; at += 1000) expect(admit('a', 1, at)).not.toBeNull();
    expect(admit('a', 1, 60_000)).toBeNull();
  });

  it('a lowered rate limit applies to the next call', () => {
    for (let call = 0; call < 10; call++) admit('a', 10, call * 1000);
    expect(admit('a', 5, 9_000)).toBe(56);
    expect(admit('a', 5, 65_000)).toBeNull();
  });
});

it('the rate limit uses bounded memory for any number of callers', () => {
  const rates = new RateLimit();
  for (let caller = 0; caller < 30_000; caller++) rates.admit(String(caller), 1, 0);
  expect(rates.admit('29999', 1, 1)).toBe(60);
  expect(rates.admit('0', 1, 1)).toBeNull();
});

it('the rate limit stores the hash of a caller name that is longer than 256 characters', () => {
  const names = [256, 257, 300].map((length) => 'M'.repeat(length));
  expect(names.map((name) => nameOf(name).length)).toEqual([256, 64, 64]);
  expect(new Set(names.map(nameOf)).size).toBe(3);
});

it('if too many callers are stored, the rate limit first deletes the caller that has been inactive longest', () => {
  const rates = new RateLimit();
  expect(rates.admit('busy', 2, 0)).toBeNull();
  for (let caller = 0; caller < 3 * maxCallers; caller++) {
    rates.admit(`once ${caller}`, 1, 1);
    if (caller % 1_000 === 0) rates.admit('busy', 2, 1);
  }
  expect(rates.admit('busy', 2, 2)).toBe(60);
});
