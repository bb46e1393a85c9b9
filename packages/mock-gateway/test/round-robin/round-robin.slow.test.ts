import { describe, it } from 'vitest';
import { pairsForTests } from './pair.ts';
import { historiesByTurns } from './suites.ts';

const pairs = pairsForTests();

describe('two instances that receive the requests alternately', () => {
  // `round-robin.long.test.ts` runs the scenarios and the wire suites.
  it('two instances on PostgreSQL keep the invariants in any sequence of events', () =>
    historiesByTurns(pairs, { numRuns: 5, maxSteps: 12, seed: 20_261_122 }));
});
