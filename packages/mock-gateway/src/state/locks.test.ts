import { beforeEach, describe, expect, it } from 'vitest';
import { type WorkLock, WorkLocks } from './locks.ts';

describe('work locks', () => {
  let locks: WorkLocks;
  let seen: string[];
  beforeEach(() => {
    locks = new WorkLocks();
    seen = [];
  });

  /** Requests locked work. The result can end the work. */
  function working(wanted: readonly WorkLock[], name: string) {
    const released = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    const result = locks.withLock(wanted, async () => {
      seen.push(`${name} begins`);
      began.resolve();
      await released.promise;
      seen.push(`${name} ends`);
      return name;
    });
    return { result, began: began.promise, release: released.resolve };
  }

  it('a work lock belongs to one holder at a time, in the order of the requests', async () => {
    const first = working(['clock'], 'first');
    const second = working(['clock'], 'second');
    second.release();
    await first.began;
    expect(seen).toEqual(['first begins']);
    first.release();
    expect(await Promise.all([first.result, second.result])).toEqual(['first', 'second']);
    expect(seen).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('a work lock for one duty does not block a lock for another duty', async () => {
    const clock = working(['clock'], 'clock');
    const configuration = working(['configuration'], 'configuration');
    configuration.release();
    expect(await configuration.result).toBe('configuration');
    clock.release();
    await clock.result;
  });

  it('a work lock for both duties waits until each duty is free', async () => {
    const clock = working(['clock'], 'clock');
    const both = working(['clock', 'configuration'], 'both');
    const later = working(['configuration'], 'later');
    later.release();
    both.release();
    await clock.began;
    expect(seen).toEqual(['clock begins']);
    clock.release();
    await later.result;
    expect(seen.filter((one) => one.endsWith('begins'))).toEqual([
      'clock begins',
      'both begins',
      'later begins',
    ]);
  });

  it('a work lock passes to the next caller if the work of its holder fails', async () => {
    const failed = locks.withLock(['clock'], () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    expect(await locks.withLock(['clock'], async () => 'next')).toBe('next');
  });

  it('work locks become idle when no work runs under a lock', async () => {
    const work = working(['clock'], 'work');
    await work.began;
    const idle = locks.idle().then(() => seen.push('idle'));
    work.release();
    await idle;
    expect(seen).toEqual(['work begins', 'work ends', 'idle']);
  });
});
