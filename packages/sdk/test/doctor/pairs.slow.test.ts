import { it } from 'vitest';
import { expectPairsNamed } from './pairs.ts';

it('two mistakes together are named rightly in 95% of the cases: every fortieth pair', () =>
  expectPairsNamed(40));
