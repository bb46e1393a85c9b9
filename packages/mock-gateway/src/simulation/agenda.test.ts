import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Agenda } from './agenda.ts';

const instant = fc.integer({ min: 0, max: 20 });

describe('agenda', () => {
  it('an agenda returns its items by instant, and items of one instant in the order in which they were added', () => {
    fc.assert(
      fc.property(fc.array(instant, { maxLength: 200 }), (instants) => {
        const agenda = new Agenda<{ readonly at: number; readonly name: number }>();
        const items = instants.map((at, name) => ({ at, name }));
        for (const item of items) agenda.add(item);
        // The sort of JavaScript is stable.
        const expected = items.toSorted((one, other) => one.at - other.at);
        for (const item of expected) {
          expect(agenda.next).toBe(item.at);
          expect(agenda.takeDue(item.at)).toBe(item);
        }
        expect([agenda.next, agenda.takeDue(100)]).toEqual([null, undefined]);
      }),
    );
  });

  it('an agenda that items join and leave returns exactly the due items', () => {
    const step = fc.oneof(
      instant.map((at) => ({ add: at })),
      instant.map((now) => ({ take: now })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const agenda = new Agenda<{ readonly at: number }>();
        const left: number[] = [];
        for (const one of steps) {
          if ('add' in one) {
            agenda.add({ at: one.add });
            left.push(one.add);
            continue;
          }
          const first = Math.min(...left);
          const taken = agenda.takeDue(one.take);
          expect(taken?.at).toBe(first <= one.take ? first : undefined);
          if (taken !== undefined) left.splice(left.indexOf(taken.at), 1);
        }
      }),
    );
  });
});
