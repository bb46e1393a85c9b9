import { it } from 'vitest';
import { expectRejected } from './requests.ts';

it('the gateway rejects each of 1,000 malformed requests within a second', () =>
  expectRejected({ count: 1_000, seed: 20_261_122 }));
