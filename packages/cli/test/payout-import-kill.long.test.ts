import { test } from 'vitest';
import { printedSeed } from '../../../test/seed.ts';
import { expectPaidOnce, importing } from './payout-import-kill.ts';

importing();

test('an import that is killed, repeated or left without a response at 500 random moments pays every row exactly once', () =>
  expectPaidOnce(500, printedSeed()));
