import { describe, expect, it } from 'vitest';
import type { OpenEnds } from './ends.contract.ts';
import type { WakeUps } from './wake-ups.ts';

/** Tests of wake-ups at either of two instances. `settled` waits until all messages have arrived. */
export function wakeUpsContract(open: OpenEnds<WakeUps>, settled: () => Promise<void>): void {
  describe('shared wake-ups', () => {
    it('a wake-up from either instance reaches both instances', async () => {
      const [one, other] = await open();
      const heard = { one: [] as number[], other: [] as number[] };
      // The backend may wake an instance more often than requested.
      one.onWake((at) => [5, 7].includes(at) && heard.one.push(at));
      other.onWake((at) => [5, 7].includes(at) && heard.other.push(at));
      one.wake(5);
      other.wake(7);
      await settled();
      // Each instance hears its own wake-ups immediately.
      for (const instants of Object.values(heard)) expect(instants.toSorted()).toEqual([5, 7]);
    });

    it('a wake-up never reaches an instance that has left', async () => {
      const [one, other] = await open();
      const heard: number[] = [];
      one.onWake((at) => heard.push(at));
      one.end();
      other.wake(5);
      await settled();
      expect(heard).toEqual([]);
    });
  });
}
