import { it } from 'vitest';
import { expectRejected } from './requests.ts';

it('the gateway rejects each of 4,000 malformed requests within a second', () =>
  expectRejected({ count: 4_000, seed: 20_261_122 }));
