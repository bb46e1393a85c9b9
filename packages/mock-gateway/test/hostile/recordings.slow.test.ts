import { it } from 'vitest';
import { expectRead } from './recordings.ts';

it('the check judges a cut, damaged or malformed recording, or rejects it with a reason [contract:recordings.read]', () =>
  expectRead({ count: 60, seed: 20_261_122 }));
