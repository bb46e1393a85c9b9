import { describe } from 'vitest';
import { itPlaysSequences } from './withdrawal-sequences.ts';

describe('sequence of actions on a payout', () => itPlaysSequences(4));
