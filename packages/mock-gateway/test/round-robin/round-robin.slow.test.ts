import { describe, it } from 'vitest';
import { concurrencyContract } from '../wire/concurrency.contract.ts';
import { pairsForTests } from './pair.ts';
import { byTurns, historiesByTurns } from './suites.ts';

const pairs = pairsForTests();

describe('two instances that receive the requests alternately', () => {
  // The most important cases. `round-robin.long.test.ts` runs the other cases.
  concurrencyContract(byTurns(pairs));

  it('two instances on PostgreSQL keep the invariants in any sequence of events', () =>
    historiesByTurns(pairs, { numRuns: 5, maxSteps: 12, seed: 20_261_122 }));
});
