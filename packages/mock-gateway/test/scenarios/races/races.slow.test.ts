import { it } from 'vitest';
import { expectRaces } from './races.ts';

it('calls at the same moment end as if they had come one after the other, whatever is waited for in between [invariant:1] [invariant:3] [invariant:4] [invariant:8]', () =>
  expectRaces({ numRuns: 300, seed: 20_261_122 }));
