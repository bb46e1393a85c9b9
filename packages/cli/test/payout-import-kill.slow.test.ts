import { test } from 'vitest';
import { expectPaidOnce, importing } from './payout-import-kill.ts';

importing();

test('an import that is killed, repeated or left without a response at 7 random moments pays every row exactly once', () =>
  expectPaidOnce(7, 20_261_121));
