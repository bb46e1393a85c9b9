import { describe } from 'vitest';
import { printedSeed } from '../../../../test/seed.ts';
import { describeHistories } from './histories.ts';

describe('outcomes of the SDK', () => describeHistories(20_000, printedSeed()));
