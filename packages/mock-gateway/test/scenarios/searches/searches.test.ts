import { it } from 'vitest';
import { expectSearches } from './searches.ts';

it('a search with an index returns the same as a search of every order, through resets, restores and other versions', () =>
  expectSearches({ numRuns: 12, seed: 20_261_126, endOnFailure: true }));
