import { expect, it } from 'vitest';
import { composablePairs, measured } from './pairs.ts';

/** More of them are measured in pairs.slow.test.ts, all in pairs.long.test.ts. */
it('the doctor names two combined mistakes in every hundredth pair [contract:doctor.mistakes]', () => {
  const pairs = composablePairs().filter((_, at) => at % 100 === 3);
  const { cases, others } = measured(pairs, 1);
  expect(cases).toBeGreaterThan(10);
  expect(others).toEqual([]);
});
