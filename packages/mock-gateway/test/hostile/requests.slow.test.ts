import { it } from 'vitest';
import { expectRejected } from './requests.ts';

it('the gateway rejects each of 20,000 malformed requests within a second', () =>
  expectRejected({ count: 20_000, seed: 20_261_122 }));
