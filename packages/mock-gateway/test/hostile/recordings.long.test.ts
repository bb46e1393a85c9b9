import { it } from 'vitest';
import { printedSeed } from '../../../../test/seed.ts';
import { expectRead } from './recordings.ts';

it('300,000 cut, damaged or malformed recordings are each rejected or judged', () =>
  expectRead({ count: 300_000, seed: printedSeed() }));
