import { test } from 'vitest';
import { printedSeed } from '../../../test/seed.ts';
import { expectPaidOnce, importing } from './payout-import-kill.ts';

importing();

test('killed at 500 random moments and run again, an import pays every row exactly once', () =>
  expectPaidOnce(500, printedSeed()));
