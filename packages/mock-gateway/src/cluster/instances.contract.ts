import { describe, expect, it, vi } from 'vitest';
import type { OpenEnds } from './ends.contract.ts';
import type { Instances } from './instances.ts';

/**
 * Tests of the list of instances at either of two instances. The state of one instance reaches the other after a delay.
 */
export function instancesContract(open: OpenEnds<Instances>): void {
  const startedAt = Date.parse('2026-11-20T15:04:05+05:30');

  describe('list of instances', () => {
    it('the list of instances contains each joined instance, earliest start first', async () => {
      const [one, other] = await open();
      expect(await one.list()).toEqual([]);
      await other.join({ id: 'gateway_b', startedAt: startedAt + 1, delivering: () => 0 });
      expect(await one.list()).toEqual([{ id: 'gateway_b', startedAt: startedAt + 1, delivering: 0 }]);
      await one.join({ id: 'gateway_a', startedAt, delivering: () => 0 });
      for (const end of [one, other])
        expect((await end.list()).map(({ id }) => id)).toEqual(['gateway_a', 'gateway_b']);
    });

    it('the list of instances shows how many callbacks each instance delivers', async () => {
      const [one, other] = await open();
      const delivering = { one: 2, other: 0 };
      await one.join({ id: 'gateway_a', startedAt, delivering: () => delivering.one });
      await other.join({ id: 'gateway_b', startedAt, delivering: () => delivering.other });
      const seen = async (end: Instances) => {
        const entries = (await end.list()).map((each) => [each.id, each.delivering] as const);
        return Object.fromEntries(entries);
      };
      for (const end of [one, other]) expect(await seen(end)).toEqual({ gateway_a: 2, gateway_b: 0 });
      [delivering.one, delivering.other] = [1, 7];
      for (const end of [one, other])
        await vi.waitFor(async () => expect(await seen(end)).toEqual({ gateway_a: 1, gateway_b: 7 }), 60_000);
    });

    it('an instance that leaves removes only itself from the list, and nothing if it never joined', async () => {
      const [one, other] = await open();
      await one.join({ id: 'gateway_a', startedAt, delivering: () => 0 });
      await other.leave();
      expect(await other.list()).toHaveLength(1);
      await one.leave();
      await one.leave();
      for (const end of [one, other]) expect(await end.list()).toEqual([]);
    });
  });
}
