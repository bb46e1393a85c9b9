import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DueQueue } from './due-queue.ts';

const instant = fc.integer({ min: 0, max: 20 });

describe('due queue', () => {
  it('a due queue returns its items by instant, and items of one instant in the order in which they were added', () => {
    fc.assert(
      fc.property(fc.array(instant, { maxLength: 200 }), (instants) => {
        const queue = new DueQueue<{ readonly at: number; readonly name: number }>();
        const items = instants.map((at, name) => ({ at, name }));
        for (const item of items) queue.add(item);
        // The sort of JavaScript is stable.
        const expected = items.toSorted((one, other) => one.at - other.at);
        for (const item of expected) {
          expect(queue.next).toBe(item.at);
          expect(queue.takeDue(item.at)).toBe(item);
        }
        expect([queue.next, queue.takeDue(100)]).toEqual([null, undefined]);
      }),
    );
  });

  it('a due queue that items join and leave returns exactly the due items', () => {
    const step = fc.oneof(
      instant.map((at) => ({ add: at })),
      instant.map((now) => ({ take: now })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const queue = new DueQueue<{ readonly at: number }>();
        const left: number[] = [];
        for (const one of steps) {
          if ('add' in one) {
            queue.add({ at: one.add });
            left.push(one.add);
            continue;
          }
          const first = Math.min(...left);
          const taken = queue.takeDue(one.take);
          expect(taken?.at).toBe(first <= one.take ? first : undefined);
          if (taken !== undefined) left.splice(left.indexOf(taken.at), 1);
        }
      }),
    );
  });
});
