import { it } from 'vitest';
import { printedSeed } from '../../../../../test/seed.ts';
import { expectRaces } from './races.ts';

it('calls at the same moment end as if they had come one after the other, in 100,000 interleavings', () =>
  expectRaces({ numRuns: 100_000, seed: printedSeed() }));
