import { it } from 'vitest';
import { printedSeed } from '../../../../test/seed.ts';
import { expectRead } from './recordings.ts';

it('the check rejects or judges each of 300,000 cut, damaged or malformed recordings', () =>
  expectRead({ count: 300_000, seed: printedSeed() }));
