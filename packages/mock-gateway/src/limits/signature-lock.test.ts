import { beforeEach, describe, expect, it } from 'vitest';
import { explainLock, maxAddresses, SignatureLock, secondsLeft } from './signature-lock.ts';

const rule = { failures: 3, windowSeconds: 600, lockSeconds: 900 };

describe('signature locks', () => {
  let locks: SignatureLock;
  beforeEach(() => {
    locks = new SignatureLock();
  });
  const fail = (ip: string, instants: readonly number[]) => {
    for (const at of instants) locks.recordFailure(ip, rule, at);
  };

  /** Returns the whole seconds until the lock of an IP address ends. */
  function lockedFor(ip: string, now: number): number | null {
    const found = locks.lockOf(ip, now);
    return found === null ? null : secondsLeft(found, now);
  }

  it('a signature lock starts with the last allowed failure and lasts for the configured time', () => {
    for (const at of [0, 1_000, 2_000]) {
      expect(lockedFor('1.2.3.4', at)).toBeNull();
      fail('1.2.3.4', [at]);
    }
    expect(lockedFor('1.2.3.4', 2_000)).toBe(900);
    expect(lockedFor('1.2.3.4', 901_999)).toBe(1);
    expect(lockedFor('1.2.3.4', 902_000)).toBeNull();
    expect(lockedFor('1.2.3.5', 2_000)).toBeNull();
  });

  it('a signature lock counts each of several simultaneous failures', () => {
    fail('1.2.3.4', [0, 0, 0]);
    expect(lockedFor('1.2.3.4', 0)).toBe(900);
  });

  it('a signature lock ignores failures older than the window', () => {
    fail('1.2.3.4', [1, 1_000, 600_001]);
    expect(lockedFor('1.2.3.4', 600_001)).toBeNull();
    fail('1.2.3.4', [600_500]);
    expect(lockedFor('1.2.3.4', 600_500)).toBe(900);
  });

  it('the failure count restarts after a signature lock', () => {
    fail('1.2.3.4', [0, 0, 0, 900_000]);
    expect(lockedFor('1.2.3.4', 900_000)).toBeNull();
  });

  it('the list of signature locks starts with the lock that ends last', () => {
    fail('1.2.3.4', [0, 0, 0]);
    for (const at of [1, 1, 1]) locks.recordFailure('::1', { ...rule, failures: 2 }, at);
    fail('1.2.3.5', [0]);
    expect(locks.list(1)).toEqual([
      { ip: '::1', failures: 2, lockedUntil: 900_001 },
      { ip: '1.2.3.4', failures: 3, lockedUntil: 900_000 },
    ]);
    expect(locks.list(900_000)).toMatchObject([{ ip: '::1' }]);
  });

  it('a client can lift all signature locks, or only the lock of one IP address', () => {
    for (const ip of ['1.2.3.4', '1.2.3.5']) fail(ip, [0, 0, 0]);
    expect(locks.lift('1.2.3.4', 1)).toBe(true);
    expect(locks.lift('1.2.3.4', 1)).toBe(false);
    fail('1.2.3.4', [1]);
    expect(locks.list(1)).toMatchObject([{ ip: '1.2.3.5' }]);
    locks.clear();
    expect(locks.list(1)).toEqual([]);
  });
});

it('if too many IP addresses are stored, the signature locks first delete the one with the oldest last failure', () => {
  const locks = new SignatureLock();
  locks.recordFailure('busy', rule, 0);
  for (let address = 0; address < 3 * maxAddresses - 7; address++) {
    locks.recordFailure(`10.${address}`, { ...rule, failures: 1 }, 1);
    if (address === maxAddresses - 2 || address === 2 * maxAddresses - 4)
      locks.recordFailure('busy', rule, 1);
  }
  expect(locks.lockOf('busy', 2)).toMatchObject({ failures: 3 });
  expect(locks.list(2)).toHaveLength(maxAddresses);
});

it.each([
  [900_000, '15m'],
  [841_000, '15m'],
  [840_000, '14m'],
  [60_000, '1m'],
  [59_001, '1m'],
  [59_000, '59s'],
  [1, '1s'],
])('with %j ms left, an advance by %s ends a signature lock', (left, by) => {
  expect(explainLock({ ip: '::1', failures: 10, lockedUntil: 1_000_000 + left }, 1_000_000)).toContain(
    `\`inrgate mock advance ${by}\``,
  );
});
