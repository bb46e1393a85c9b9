import { describe } from 'vitest';
import { printedSeed } from '../../../../../test/seed.ts';
import { itDeliversAmongHostileReceivers } from './hostile.ts';

describe('receivers with every kind of behaviour', () => {
  itDeliversAmongHostileReceivers({ callbacks: 20_000, toSlow: 40, seed: printedSeed() });
});
