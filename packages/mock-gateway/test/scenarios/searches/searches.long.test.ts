import { it } from 'vitest';
import { printedSeed } from '../../../../../test/seed.ts';
import { expectSearches } from './searches.ts';

it('a search with an index returns what a search of every order returns, in 20,000 histories', () =>
  expectSearches({ numRuns: 20_000, seed: printedSeed() }));
