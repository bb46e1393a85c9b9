import { it } from 'vitest';
import { printedSeed } from '../../../../../test/seed.ts';
import { expectSearches } from './searches.ts';

it('an indexed search returns the same orders as a search of every order, in 20,000 histories', () =>
  expectSearches({ numRuns: 20_000, seed: printedSeed() }));
