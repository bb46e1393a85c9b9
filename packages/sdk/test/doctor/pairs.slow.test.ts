import { it } from 'vitest';
import { expectPairsNamed } from './pairs.ts';

it('the doctor names two combined mistakes correctly for 95% of a sample of every fortieth pair', () =>
  expectPairsNamed(40));
