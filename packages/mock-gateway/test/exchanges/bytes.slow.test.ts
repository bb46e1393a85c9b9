import { it } from 'vitest';
import { expectUnaltered } from './bytes.ts';

it('1,000 exchanges lose and alter nothing on either side, and their recording is a HAR without a secret', () =>
  expectUnaltered(1_000));
