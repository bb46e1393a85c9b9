import { describe } from 'vitest';
import { printedSeed } from '../../../../test/seed.ts';
import { describeHistories } from './histories.ts';

describe('the SDK reports what the gateway has', () => describeHistories(20_000, printedSeed()));
