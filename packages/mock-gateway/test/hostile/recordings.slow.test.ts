import { it } from 'vitest';
import { expectRead } from './recordings.ts';

it('a recording that is cut, damaged or of another shape is refused with its reason, or judged [contract:recordings.read]', () =>
  expectRead({ count: 500, seed: 20_261_122 }));
