import { describe, it } from 'vitest';
import { printedSeed } from '../../../../../test/seed.ts';
import { temporaryFile } from '../harness.ts';
import { expectHistories } from './histories.ts';

const seed = printedSeed();

describe('sequence of events', () => {
  it('the invariants hold in 200,000 histories', () =>
    expectHistories({ numRuns: 200_000, maxSteps: 30, seed, file: null }));

  it('the invariants hold in 2,000 histories with a store file', () =>
    expectHistories({ numRuns: 2_000, maxSteps: 100, seed, file: temporaryFile }));
});
