import { beforeEach, describe, expect, it } from 'vitest';
import { RateWindow } from './rate-window.ts';

describe('rate limits', () => {
  let limits: RateWindow;
  beforeEach(() => {
    limits = new RateWindow();
  });
  const admit = (caller: string, limit: number, now: number) => limits.admit(caller, limit, now);

  it('after 120 calls in 60 seconds, the rate limit admits the next call at the announced time', async () => {
    for (let call = 0; call < 120; call++) expect(await admit('a', 120, call * 100)).toBeNull();
    expect(await admit('a', 120, 12_000)).toBe(48);
    expect(await admit('a', 120, 59_999)).toBe(1);
    expect(await admit('a', 120, 60_000)).toBeNull();
    expect(await admit('a', 120, 60_001)).toBe(1);
  });

  it('the rate limit admits exactly 120 of many simultaneous calls', async () => {
    const calls = await Promise.all(Array.from({ length: 50 }, () => admit('a', 20, 0)));
    expect(calls.filter((retryAfter) => retryAfter === null)).toHaveLength(20);
  });

  it('the rate limit counts each caller separately', async () => {
    expect(await admit('a', 1, 0)).toBeNull();
    expect(await admit('a', 1, 1)).toBe(60);
    expect(await admit('b', 1, 1)).toBeNull();
  });

  it('the rate limit counts two callers separately, whatever characters their names contain', async () => {
    const names = ['a', 'a\0', 'a\uE000', 'a\uE000\uE001', 'a\uE000\uE002', 'A', 'é'];
    expect(await Promise.all(names.map((name) => admit(name, 1, 0)))).toEqual(names.map(() => null));
    expect(await Promise.all(names.map((name) => admit(name, 1, 1)))).toEqual(names.map(() => 60));
  });

  it('the rate limit does not count rejected calls, so it admits a client that waits for Retry-After', async () => {
    await admit('a', 1, 0);
    for (let at = 1; at < 60_000; at += 1000) expect(await admit('a', 1, at)).not.toBeNull();
    expect(await admit('a', 1, 60_000)).toBeNull();
  });

  it('a lowered rate limit applies to the next call', async () => {
    for (let call = 0; call < 10; call++) await admit('a', 10, call * 1000);
    expect(await admit('a', 5, 9_000)).toBe(56);
    expect(await admit('a', 5, 65_000)).toBeNull();
  });
});
