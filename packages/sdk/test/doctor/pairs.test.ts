import { expect, it } from 'vitest';
import { composablePairs, measured } from './pairs.ts';

/** pairs.long.test.ts measures all pairs. */
it('the doctor names two combined mistakes in every hundredth pair [contract:doctor.mistakes]', () => {
  const pairs = composablePairs().filter((_, at) => at % 100 === 3);
  const { cases, others } = measured(pairs, 1);
  expect(cases).toBeGreaterThan(10);
  expect(others).toEqual([]);
});
