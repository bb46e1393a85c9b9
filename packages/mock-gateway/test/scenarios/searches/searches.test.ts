import { it } from 'vitest';
import { expectSearches } from './searches.ts';

it('an indexed search returns the same orders as a search of every order, even after resets and restores', () =>
  expectSearches({ numRuns: 12, seed: 20_261_126, endOnFailure: true }));
