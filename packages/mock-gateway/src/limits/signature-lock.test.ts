import { beforeEach, describe, expect, it } from 'vitest';
import { SignatureLock } from './signature-lock.ts';
import { secondsLeft } from './signature-locks.ts';

const rule = { failures: 3, windowSeconds: 600, lockSeconds: 900 };

describe('signature locks', () => {
  let locks: SignatureLock;
  beforeEach(() => {
    locks = new SignatureLock();
  });
  const fail = async (ip: string, instants: readonly number[]) => {
    for (const at of instants) await locks.recordFailure(ip, rule, at);
  };

  /** Returns the whole seconds until the lock of an IP address ends. */
  async function lockedFor(ip: string, now: number): Promise<number | null> {
    const found = await locks.lockOf(ip, now);
    return found === null ? null : secondsLeft(found, now);
  }

  it('a signature lock starts with the last allowed failure and lasts for the configured time', async () => {
    for (const at of [0, 1_000, 2_000]) {
      expect(await lockedFor('1.2.3.4', at)).toBeNull();
      await fail('1.2.3.4', [at]);
    }
    expect(await lockedFor('1.2.3.4', 2_000)).toBe(900);
    expect(await lockedFor('1.2.3.4', 901_999)).toBe(1);
    expect(await lockedFor('1.2.3.4', 902_000)).toBeNull();
    expect(await lockedFor('1.2.3.5', 2_000)).toBeNull();
  });

  it('a signature lock counts each of several simultaneous failures', async () => {
    await Promise.all([0, 0, 0].map((at) => locks.recordFailure('1.2.3.4', rule, at)));
    expect(await lockedFor('1.2.3.4', 0)).toBe(900);
  });

  it('a signature lock ignores failures older than the window', async () => {
    await fail('1.2.3.4', [1, 1_000, 600_001]);
    expect(await lockedFor('1.2.3.4', 600_001)).toBeNull();
    await fail('1.2.3.4', [600_500]);
    expect(await lockedFor('1.2.3.4', 600_500)).toBe(900);
  });

  it('the failure count restarts after a signature lock', async () => {
    await fail('1.2.3.4', [0, 0, 0, 900_000]);
    expect(await lockedFor('1.2.3.4', 900_000)).toBeNull();
  });

  it('the list of signature locks starts with the lock that ends last', async () => {
    await fail('1.2.3.4', [0, 0, 0]);
    for (const at of [1, 1, 1]) await locks.recordFailure('::1', { ...rule, failures: 2 }, at);
    await fail('1.2.3.5', [0]);
    expect(await locks.list(1)).toEqual([
      { ip: '::1', failures: 2, lockedUntil: 900_001 },
      { ip: '1.2.3.4', failures: 3, lockedUntil: 900_000 },
    ]);
    expect(await locks.list(900_000)).toMatchObject([{ ip: '::1' }]);
  });

  it('a client can lift all signature locks, or only the lock of one IP address', async () => {
    for (const ip of ['1.2.3.4', '1.2.3.5']) await fail(ip, [0, 0, 0]);
    expect(await locks.lift('1.2.3.4', 1)).toBe(true);
    expect(await locks.lift('1.2.3.4', 1)).toBe(false);
    await fail('1.2.3.4', [1]);
    expect(await locks.list(1)).toMatchObject([{ ip: '1.2.3.5' }]);
    await locks.liftAll();
    expect(await locks.list(1)).toEqual([]);
  });
});
