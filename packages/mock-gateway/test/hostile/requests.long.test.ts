import { it } from 'vitest';
import { printedSeed } from '../../../../test/seed.ts';
import { expectRejected } from './requests.ts';

it('the gateway rejects 5,000,000 malformed requests', () =>
  expectRejected({ count: 5_000_000, seed: printedSeed() }));
