import { describe } from 'vitest';
import { describeHistories } from './histories.ts';

describe('what the SDK says is what the gateway has', () => describeHistories(100));
