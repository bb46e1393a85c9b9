import { it } from 'vitest';
import { expectPairsNamed } from './pairs.ts';

it('two combined mistakes are named correctly in 95% of the cases: every pair', () => expectPairsNamed(1));
