import path from 'node:path';
import { describe, it } from 'vitest';
import { printedSeed } from '../../../../../test/seed.ts';
import { temporaryFile } from '../harness.ts';
import { expectNothingLost } from './crashes.ts';

const seed = printedSeed();

describe('gateway with a file, killed under load', () => {
  it('a gateway with a file loses no confirmed result in 2,000 kills', async () => {
    const compileCache = path.dirname(temporaryFile());
    for (let file = 0; file < 50; file++) await expectNothingLost(40, seed + file, compileCache);
  });
});
