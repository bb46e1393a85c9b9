import { it } from 'vitest';
import { expectUnaltered } from './bytes.ts';

it('50,000 exchanges lose and alter nothing on either side, and their recording is a HAR without a secret', () =>
  expectUnaltered(50_000));
