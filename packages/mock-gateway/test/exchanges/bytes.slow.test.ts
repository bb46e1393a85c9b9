import { it } from 'vitest';
import { expectUnaltered } from './bytes.ts';

it('100 requests and responses arrive complete and unchanged on both sides of the proxy', () =>
  expectUnaltered(100));
