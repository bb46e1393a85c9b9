import { it } from 'vitest';
import { expectRefused } from './requests.ts';

it('the gateway rejects each of 20,000 malformed requests within a second', () =>
  expectRefused({ count: 20_000, seed: 20_261_122 }));
