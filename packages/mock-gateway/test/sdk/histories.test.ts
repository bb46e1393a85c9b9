import { describe } from 'vitest';
import { describeHistories } from './histories.ts';

describe('outcomes of the SDK', () => describeHistories(12));
