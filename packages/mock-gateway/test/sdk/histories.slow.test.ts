import { describe } from 'vitest';
import { describeHistories } from './histories.ts';

describe('the SDK reports what the gateway has', () => describeHistories(100));
