import { it } from 'vitest';
import { printedSeed } from '../../../../test/seed.ts';
import { expectRead } from './recordings.ts';

it('300,000 recordings that are cut, damaged or of another shape are refused or judged', () =>
  expectRead({ count: 300_000, seed: printedSeed() }));
