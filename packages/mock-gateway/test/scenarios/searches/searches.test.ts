import { it } from 'vitest';
import { expectSearches } from './searches.ts';

it('a search with an index returns what a search of every order returns, through resets, restores and other versions', () =>
  expectSearches({ numRuns: 12, seed: 20_261_126, endOnFailure: true }));
