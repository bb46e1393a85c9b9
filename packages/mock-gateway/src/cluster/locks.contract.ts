import { beforeEach, describe, expect, it } from 'vitest';
import type { OpenEnds } from './ends.contract.ts';
import type { ClusterLock, ClusterLocks } from './locks.ts';

/**
 * Tests of exclusive work of two instances: moving the clock, seeding and resetting. `settled` waits until each
 * requested lock has been granted.
 */
export function clusterLocksContract(open: OpenEnds<ClusterLocks>, settled: () => Promise<void>): void {
  describe('cluster locks', () => {
    let one: ClusterLocks;
    let other: ClusterLocks;
    let seen: string[];
    beforeEach(async () => {
      [one, other] = await open();
      seen = [];
    });

    /** Requests locked work. The result shows whether the work has started, and can end it. */
    async function working(end: ClusterLocks, locks: readonly ClusterLock[], name: string) {
      const released = Promise.withResolvers<void>();
      const began = Promise.withResolvers<void>();
      const result = end.withLock(locks, async () => {
        seen.push(`${name} begins`);
        began.resolve();
        await released.promise;
        seen.push(`${name} ends`);
        return name;
      });
      await settled();
      return { result, began: began.promise, release: released.resolve };
    }

    it('a cluster lock belongs to one instance at a time, in the order of the requests', async () => {
      const first = await working(one, ['clock'], 'first');
      const second = await working(other, ['clock'], 'second');
      const third = await working(one, ['clock'], 'third');
      for (const work of [third, second]) work.release();
      await first.began;
      expect(seen).toEqual(['first begins']);
      first.release();
      expect(await Promise.all([first.result, second.result, third.result])).toEqual([
        'first',
        'second',
        'third',
      ]);
      expect(seen).toEqual([
        'first begins',
        'first ends',
        'second begins',
        'second ends',
        'third begins',
        'third ends',
      ]);
    });

    it('a cluster lock for one duty does not block a lock for another duty', async () => {
      const clock = await working(one, ['clock'], 'clock');
      const configuration = await working(other, ['configuration'], 'configuration');
      await configuration.began;
      configuration.release();
      expect(await configuration.result).toBe('configuration');
      clock.release();
      await clock.result;
    });

    it('a cluster lock for both duties waits until each duty is free', async () => {
      const clock = await working(one, ['clock'], 'clock');
      const both = await working(other, ['clock', 'configuration'], 'both');
      const later = await working(one, ['configuration'], 'later');
      later.release();
      both.release();
      await clock.began;
      expect(seen).toEqual(['clock begins']);
      clock.release();
      await later.result;
      expect(seen).toEqual([
        'clock begins',
        'clock ends',
        'both begins',
        'both ends',
        'later begins',
        'later ends',
      ]);
    });

    it('a cluster lock passes to the next caller if the work of its holder fails', async () => {
      const failed = one.withLock(['clock'], () => Promise.reject(new Error('no')));
      await expect(failed).rejects.toThrow('no');
      expect(await other.withLock(['clock'], async () => 'next')).toBe('next');
    });

    it('an instance reports its cluster locks as idle only when it runs no work under a lock', async () => {
      const work = await working(one, ['clock'], 'work');
      await work.began;
      await other.idle();
      let idle = false;
      const waiting = one.idle().then(() => {
        idle = true;
      });
      await other.idle();
      expect(idle).toBe(false);
      work.release();
      await waiting;
      expect(seen).toEqual(['work begins', 'work ends']);
    });
  });
}
