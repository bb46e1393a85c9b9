import { test } from 'vitest';
import { expectPaidOnce, importing } from './payout-import-kill.ts';

importing();

test('killed, repeated or without a response at 12 random moments, an import pays every row exactly once', () =>
  expectPaidOnce(12, 20_261_121));
