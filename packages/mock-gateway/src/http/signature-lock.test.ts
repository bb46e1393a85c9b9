import { describe, expect, it } from 'vitest';
import { SignatureLock } from './signature-lock.ts';

const rule = { failures: 3, windowSeconds: 600, lockSeconds: 900 };

describe('SignatureLock', () => {
  it('locks at the last failure allowed, for as long as the rule says', () => {
    const lock = new SignatureLock();
    for (const at of [0, 1_000, 2_000]) {
      expect(lock.lockedFor('1.2.3.4', at)).toBeNull();
      lock.recordFailure('1.2.3.4', rule, at);
    }
    expect(lock.lockedFor('1.2.3.4', 2_000)).toBe(900);
    expect(lock.lockedFor('1.2.3.4', 901_999)).toBe(1);
    expect(lock.lockedFor('1.2.3.4', 902_000)).toBeNull();
    expect(lock.lockedFor('1.2.3.5', 2_000)).toBeNull();
  });

  it('forgets failures older than the window', () => {
    const lock = new SignatureLock();
    for (const at of [0, 1_000, 600_000]) lock.recordFailure('1.2.3.4', rule, at);
    expect(lock.lockedFor('1.2.3.4', 600_000)).toBeNull();
    lock.recordFailure('1.2.3.4', rule, 600_500);
    expect(lock.lockedFor('1.2.3.4', 600_500)).toBe(900);
  });

  it('starts to count anew after a lock', () => {
    const lock = new SignatureLock();
    for (const at of [0, 0, 0]) lock.recordFailure('1.2.3.4', rule, at);
    lock.recordFailure('1.2.3.4', rule, 900_000);
    expect(lock.lockedFor('1.2.3.4', 900_000)).toBeNull();
  });
});
