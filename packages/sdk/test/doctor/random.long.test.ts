import { it } from 'vitest';
import { expectUnexplained } from './random.ts';

it('of 100,000 random signs none is explained', () => expectUnexplained(100_000));
