import path from 'node:path';
import { describe, it } from 'vitest';
import { temporaryFile } from '../harness.ts';
import { expectNothingLost } from './crashes.ts';

describe('gateway with a file, killed under load', () => {
  it('a killed gateway loses nothing that it has confirmed: 2 kills [invariant:6] [invariant:7] [invariant:8] [invariant:10]', () =>
    expectNothingLost(2, 20_261_122, path.dirname(temporaryFile())));
});
