import { describe, expect, it } from 'vitest';
import { explainLock, SignatureLock, secondsLeft } from './signature-lock.ts';

/** Whole seconds that an address is still locked for. */
function lockedFor(lock: SignatureLock, ip: string, now: number): number | null {
  const found = lock.lockOf(ip, now);
  return found === null ? null : secondsLeft(found, now);
}

const rule = { failures: 3, windowSeconds: 600, lockSeconds: 900 };

describe('SignatureLock', () => {
  it('locks at the last failure allowed, for as long as the rule says', () => {
    const lock = new SignatureLock();
    for (const at of [0, 1_000, 2_000]) {
      expect(lockedFor(lock, '1.2.3.4', at)).toBeNull();
      lock.recordFailure('1.2.3.4', rule, at);
    }
    expect(lockedFor(lock, '1.2.3.4', 2_000)).toBe(900);
    expect(lockedFor(lock, '1.2.3.4', 901_999)).toBe(1);
    expect(lockedFor(lock, '1.2.3.4', 902_000)).toBeNull();
    expect(lockedFor(lock, '1.2.3.5', 2_000)).toBeNull();
  });

  it('forgets failures older than the window', () => {
    const lock = new SignatureLock();
    for (const at of [0, 1_000, 600_000]) lock.recordFailure('1.2.3.4', rule, at);
    expect(lockedFor(lock, '1.2.3.4', 600_000)).toBeNull();
    lock.recordFailure('1.2.3.4', rule, 600_500);
    expect(lockedFor(lock, '1.2.3.4', 600_500)).toBe(900);
  });

  it('starts to count anew after a lock', () => {
    const lock = new SignatureLock();
    for (const at of [0, 0, 0]) lock.recordFailure('1.2.3.4', rule, at);
    lock.recordFailure('1.2.3.4', rule, 900_000);
    expect(lockedFor(lock, '1.2.3.4', 900_000)).toBeNull();
  });

  it('lists who is locked, how many failures did it and until when, the longest first', () => {
    const lock = new SignatureLock();
    for (const at of [0, 0, 0]) lock.recordFailure('1.2.3.4', rule, at);
    for (const at of [1, 1, 1]) lock.recordFailure('::1', { ...rule, failures: 2 }, at);
    lock.recordFailure('1.2.3.5', rule, 0);
    expect(lock.list(1)).toEqual([
      { ip: '::1', failures: 2, lockedUntil: 900_001 },
      { ip: '1.2.3.4', failures: 3, lockedUntil: 900_000 },
    ]);
    expect(lock.list(900_000)).toMatchObject([{ ip: '::1' }]);
  });

  it('is lifted for one address, which is then counted anew, or for all', () => {
    const lock = new SignatureLock();
    for (const ip of ['1.2.3.4', '1.2.3.5']) for (const at of [0, 0, 0]) lock.recordFailure(ip, rule, at);
    expect(lock.lift('1.2.3.4', 1)).toBe(true);
    expect(lock.lift('1.2.3.4', 1)).toBe(false);
    lock.recordFailure('1.2.3.4', rule, 1);
    expect(lock.list(1)).toMatchObject([{ ip: '1.2.3.5' }]);
    lock.clear();
    expect(lock.list(1)).toEqual([]);
  });

  it.each([
    [900_000, '15m'],
    [841_000, '15m'],
    [840_000, '14m'],
    [60_000, '1m'],
    [59_001, '1m'],
    [59_000, '59s'],
    [1, '1s'],
  ])('%j ms before its end, advancing by %s is enough', (left, by) => {
    expect(explainLock({ ip: '::1', failures: 10, lockedUntil: 1_000_000 + left }, 1_000_000)).toContain(
      `\`inrgate mock advance ${by}\``,
    );
  });
});
