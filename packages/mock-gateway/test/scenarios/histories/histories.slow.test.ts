import { describe, it } from 'vitest';
import { temporaryFile } from '../harness.ts';
import { expectHistories } from './histories.ts';

const seed = 20_261_122;

describe('sequence of events', () => {
  it('the invariants hold after every step of a random history, which restarts on one file [invariant:1] [invariant:2] [invariant:3] [invariant:4] [invariant:5] [invariant:6] [invariant:7] [invariant:8] [invariant:10]', () =>
    expectHistories({ numRuns: 25, maxSteps: 12, seed, file: temporaryFile }));

  it('the invariants hold after every step of a long history', () =>
    expectHistories({ numRuns: 2, maxSteps: 60, seed, file: temporaryFile }));
});
