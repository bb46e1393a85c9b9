import { it } from 'vitest';
import { expectUnexplained } from './random.ts';

it('the doctor explains none of 100,000 random signs', () => expectUnexplained(100_000));
