import { it } from 'vitest';
import { printedSeed } from '../../../../test/seed.ts';
import { expectRefused } from './requests.ts';

it('the gateway rejects 5,000,000 malformed requests', () =>
  expectRefused({ count: 5_000_000, seed: printedSeed() }));
