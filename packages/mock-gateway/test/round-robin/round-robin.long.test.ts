import { globSync } from 'node:fs';
import { describe, it } from 'vitest';
import { printedSeed } from '../../../../test/seed.ts';
import { concurrencyContract } from '../wire/concurrency.contract.ts';
import { whole, wireContract } from '../wire/wire.contract.ts';
import { leftOutFiles } from './left-out.ts';
import { pairsForTests } from './pair.ts';
import { byTurns, historiesByTurns, scenariosByTurns } from './suites.ts';

const pairs = pairsForTests();
const seed = printedSeed();
const others: readonly string[] = leftOutFiles.flatMap(({ files }) => files.map((name) => `${name}.test.ts`));
const scenarios = globSync('*.test.ts', { cwd: `${import.meta.dirname}/../scenarios` })
  .filter((file) => !file.endsWith('.slow.test.ts') && !others.includes(file))
  .sort();

/** Timeout in milliseconds: fifty times the usual duration, and much less than the timeout of other long tests. */
const timeout = 120_000;

describe('two instances that receive the requests alternately', { timeout }, () => {
  wireContract('by turns', byTurns(pairs), { ...whole, fuzzed: 100 });
  concurrencyContract(byTurns(pairs));
  scenariosByTurns(pairs, scenarios);

  it('two instances on PostgreSQL keep the invariants in 1,000 histories', { timeout: 6 * 3_600_000 }, () =>
    historiesByTurns(pairs, { numRuns: 1_000, maxSteps: 30, seed }),
  );
});
