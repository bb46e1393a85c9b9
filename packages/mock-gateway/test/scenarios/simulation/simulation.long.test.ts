import { expect, it } from 'vitest';
import { printedSeed } from '../../../../../test/seed.ts';
import { simulateTimers } from './world.ts';

simulateTimers();
const { simulate } = await import('./simulation.ts');

const seed = printedSeed();
const histories = 5_000;
const parts = Array.from({ length: 20 }, (_, index) => ({ part: index + 1, from: seed + index * histories }));

// Each history has its own seed, which a failure prints. With this seed, the history runs first.
it.each(parts)(
  'three instances behave like one instance despite delays, losses, stalls and crashes: 5,000 histories, part $part of 20',
  async ({ from }) => {
    const failures: string[] = [];
    for (let next = from; next < from + histories; next++)
      await simulate({ seed: next }).catch((error: Error) => failures.push(error.message));
    expect(failures.join('\n\n')).toBe('');
  },
);
