import { it } from 'vitest';
import { expectRaces } from './races.ts';

it('simultaneous calls have the same results as sequential calls, in any interleaving [invariant:1] [invariant:3] [invariant:4] [invariant:8]', () =>
  expectRaces({ numRuns: 30, seed: 20_261_122 }));
