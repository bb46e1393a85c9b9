import { it } from 'vitest';
import { expectUnaltered } from './bytes.ts';

it('50,000 requests and responses arrive complete and unchanged on both sides of the proxy', () =>
  expectUnaltered(50_000));
