import { it } from 'vitest';
import { expectUnexplained } from './random.ts';

it('none of 100,000 random signs is explained', () => expectUnexplained(100_000));
