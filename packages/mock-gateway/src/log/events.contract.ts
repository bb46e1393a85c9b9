import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenEnds } from '../cluster/ends.contract.ts';
import type { Events, GatewayEvent } from './events.ts';

const event: GatewayEvent = { type: 'clock', data: {} };

/**
 * Tests of events and listeners at either of two instances. `settled` waits until both instances have received all
 * published events and new listeners.
 */
export function eventsContract(open: OpenEnds<Events>, settled: () => Promise<void>): void {
  describe('event stream', () => {
    let one: Events;
    let other: Events;
    const publish = async (end: Events) => {
      end.publish(() => [event]);
      await settled();
    };
    beforeEach(async () => {
      [one, other] = await open();
    });

    it('an event reaches every listener at every instance', async () => {
      const told: string[] = [];
      const end = one.subscribe(() => told.push('a'));
      other.subscribe(() => told.push('b'));
      await settled();
      await publish(one);
      end();
      end();
      await publish(other);
      expect(told.sort()).toEqual(['a', 'b', 'b']);
    });

    it('events arrive in the order of their emission', async () => {
      const told: unknown[] = [];
      other.subscribe(({ data }) => told.push(data));
      await settled();
      for (let n = 0; n < 20; n++) one.publish(() => [{ type: 'order', data: { n } }]);
      await settled();
      expect(told).toEqual(Array.from({ length: 20 }, (_, n) => ({ n })));
    });

    it('an event reaches a listener once, whatever the event contains', async () => {
      const told: { readonly one: unknown[]; readonly other: unknown[] } = { one: [], other: [] };
      one.subscribe(({ data }) => told.one.push(data));
      other.subscribe(({ data }) => told.other.push(data));
      await settled();
      const data = { text: 'a\0b\uE000\uE001\uE002' };
      one.publish(() => [{ type: 'order', data }]);
      await settled();
      await publish(other);
      expect(told).toEqual({ one: [data, {}], other: [data, {}] });
    });

    it('the event stream creates an event only once for all listeners, and only if a listener exists', async () => {
      const made = vi.fn(() => [event]);
      one.publish(made);
      await settled();
      expect(made).not.toHaveBeenCalled();
      one.subscribe(() => {});
      other.subscribe(() => {});
      one.publish(made);
      await settled();
      expect(made).toHaveBeenCalledTimes(1);
    });

    it('the event stream drops a listener that throws without affecting other listeners', async () => {
      const told: string[] = [];
      one.subscribe(() => {
        told.push('thrower');
        throw new Error('no');
      });
      one.subscribe(() => told.push('next'));
      await settled();
      await publish(other);
      await publish(other);
      expect(told).toEqual(['thrower', 'next', 'next']);
    });

    it('the event stream ends at the instance that closes, but continues at the other instance', async () => {
      const told: string[] = [];
      one.subscribe(() => told.push('one'));
      other.subscribe(() => told.push('other'));
      await settled();
      expect(one.ended.aborted).toBe(false);
      one.end();
      await publish(other);
      expect(told).toEqual(['other']);
      expect([one.ended.aborted, other.ended.aborted]).toEqual([true, false]);
    });
  });
}
