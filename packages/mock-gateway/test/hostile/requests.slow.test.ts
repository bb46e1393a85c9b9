import { it } from 'vitest';
import { expectRefused } from './requests.ts';

it('20,000 malformed requests are rejected, each within a second', () =>
  expectRefused({ count: 20_000, seed: 20_261_122 }));
