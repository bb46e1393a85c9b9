import { it } from 'vitest';
import { printedSeed } from '../../../../../test/seed.ts';
import { expectRaces } from './races.ts';

it('simultaneous calls have the same results as sequential calls, in 100,000 interleavings', () =>
  expectRaces({ numRuns: 100_000, seed: printedSeed() }));
