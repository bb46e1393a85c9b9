import { describe, expect, it } from 'vitest';
import { plantable } from './planted.ts';
import { simulateTimers } from './world.ts';

simulateTimers();
const { findPlanted, simulate } = await import('./simulation.ts');

describe('three instances on one backend', () => {
  it('three instances behave like one instance despite delays, losses, stalls and crashes: 15 histories [invariant:1] [invariant:4] [invariant:8] [invariant:10]', async () => {
    for (let seed = 0; seed < 15; seed++) await simulate({ seed });
  });

  it('three instances repeat the same history from the same seed', async () => {
    const { trace: one } = await simulate({ seed: 7 });
    const { trace: other } = await simulate({ seed: 7 });
    expect(other.map(withoutMadeUp)).toEqual(one.map(withoutMadeUp));
  });

  it.each(plantable)(
    'the simulation of three instances detects the planted mistake: $name',
    async ({ name, from }) => {
      expect(await findPlanted(name, { from, atMost: 400 })).toMatch(/^seed \d+: /);
    },
  );
});

/** Removes order numbers from a line, because they differ in each run. */
function withoutMadeUp(line: string): string {
  return line.replaceAll(/(PI|WD)\d+/g, 'an order');
}
