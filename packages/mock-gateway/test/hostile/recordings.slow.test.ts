import { it } from 'vitest';
import { expectRead } from './recordings.ts';

it('a cut, damaged or malformed recording is rejected with its reason or judged [contract:recordings.read]', () =>
  expectRead({ count: 500, seed: 20_261_122 }));
