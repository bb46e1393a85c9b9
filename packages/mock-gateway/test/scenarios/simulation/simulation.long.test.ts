import { it } from 'vitest';
import { printedSeed } from '../../../../../test/seed.ts';
import { simulateTimers } from './world.ts';

simulateTimers();
const { simulate } = await import('./simulation.ts');

it('three gateways on one backend are one, whatever is late, lost, stalled or dead: in 100,000 histories', async () => {
  const seed = printedSeed();
  // Each has a seed of its own, which a failure tells: played again it is the first.
  for (let count = 0; count < 100_000; count++) await simulate({ seed: seed + count });
});
