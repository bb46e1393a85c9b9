import { describe, it } from 'vitest';
import { printedSeed } from '../../../../../test/seed.ts';
import { temporaryFile } from '../harness.ts';
import { expectHistories } from './histories.ts';

const seed = printedSeed();

describe('sequence of events', () => {
  it('the invariants hold in 20,000 histories', () =>
    expectHistories({ numRuns: 20_000, maxSteps: 30, seed, file: temporaryFile }));

  it('the invariants hold in 1,000 long histories', () =>
    expectHistories({ numRuns: 1_000, maxSteps: 100, seed, file: temporaryFile }));
});
