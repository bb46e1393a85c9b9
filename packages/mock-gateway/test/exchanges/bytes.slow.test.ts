import { it } from 'vitest';
import { expectUnaltered } from './bytes.ts';

it('1,000 requests and responses arrive complete and unchanged on both sides, and their recording is a HAR without a secret', () =>
  expectUnaltered(1_000));
