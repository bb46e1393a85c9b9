import { test } from 'vitest';
import { expectPaidOnce, importing } from './payout-import-kill.ts';

importing();

test('killed at 25 random moments and run again, an import pays every row exactly once', () =>
  expectPaidOnce(25, 20_261_121));
