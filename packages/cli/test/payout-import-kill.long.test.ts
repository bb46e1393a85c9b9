import { test } from 'vitest';
import { printedSeed } from '../../../test/seed.ts';
import { expectPaidOnce, importing } from './payout-import-kill.ts';

importing();

test('killed, repeated or without a response at 500 random moments, an import pays every row exactly once', () =>
  expectPaidOnce(500, printedSeed()));
