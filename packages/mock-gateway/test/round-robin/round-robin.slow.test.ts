import { describe, it } from 'vitest';
import { concurrencyContract } from '../wire/concurrency.contract.ts';
import { rateAndLockContract } from '../wire/rate-and-lock.contract.ts';
import { pairsForTests } from './pair.ts';
import { byTurns, historiesByTurns, scenariosByTurns } from './suites.ts';

const pairs = pairsForTests();

describe('two gateways on one PostgreSQL, each request to the other one than before', () => {
  // What counts over all of them; `round-robin.long.test.ts` has the rest.
  concurrencyContract(byTurns(pairs));
  rateAndLockContract(byTurns(pairs));
  scenariosByTurns(pairs, ['states.test.ts']);

  it('keep the invariants, whatever happens in whatever order', () =>
    historiesByTurns(pairs, { numRuns: 5, maxSteps: 12, seed: 20_261_122 }));
});
