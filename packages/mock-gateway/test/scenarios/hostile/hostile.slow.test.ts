import { describe } from 'vitest';
import { printedSeed } from '../../../../../test/seed.ts';
import { itDeliversAmongHostileReceivers } from './hostile.ts';

describe('receivers with every kind of behaviour', () => {
  itDeliversAmongHostileReceivers({ callbacks: 80, toSlow: 1, seed: printedSeed() });
});
