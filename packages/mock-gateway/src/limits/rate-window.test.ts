import { describe, expect, it } from 'vitest';
import { RateWindow } from './rate-window.ts';

describe('RateWindow', () => {
  it('lets 120 calls through in any 60 seconds, and the next when it said', () => {
    const window = new RateWindow();
    for (let call = 0; call < 120; call++) expect(window.admit('a', 120, call * 100)).toBeNull();
    expect(window.admit('a', 120, 12_000)).toBe(48);
    expect(window.admit('a', 120, 59_999)).toBe(1);
    expect(window.admit('a', 120, 60_000)).toBeNull();
    expect(window.admit('a', 120, 60_001)).toBe(1);
  });

  it('keeps callers apart', () => {
    const window = new RateWindow();
    expect(window.admit('a', 1, 0)).toBeNull();
    expect(window.admit('a', 1, 1)).toBe(60);
    expect(window.admit('b', 1, 1)).toBeNull();
  });

  it('does not count the calls it turned away, so that waiting as told always helps', () => {
    const window = new RateWindow();
    window.admit('a', 1, 0);
    for (let at = 1; at < 60_000; at += 1000) expect(window.admit('a', 1, at)).not.toBeNull();
    expect(window.admit('a', 1, 60_000)).toBeNull();
  });

  it('follows a limit that was lowered meanwhile', () => {
    const window = new RateWindow();
    for (let call = 0; call < 10; call++) window.admit('a', 10, call * 1000);
    expect(window.admit('a', 5, 9_000)).toBe(56);
    expect(window.admit('a', 5, 65_000)).toBeNull();
  });

  it('is bounded, however many callers are claimed', () => {
    const window = new RateWindow();
    for (let caller = 0; caller < 30_000; caller++) window.admit(String(caller), 1, 0);
    expect(window.admit('29999', 1, 1)).toBe(60);
    expect(window.admit('0', 1, 1)).toBeNull();
  });
});
