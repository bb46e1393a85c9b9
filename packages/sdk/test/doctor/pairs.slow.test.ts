import { expect, it } from 'vitest';
import { composablePairs, measured } from './pairs.ts';

/** `INRGATE_EVERY_PAIR=1` for all of them. */
const step = process.env['INRGATE_EVERY_PAIR'] === undefined ? 8 : 1;

it('two mistakes together are named rightly in 95% of the cases', { timeout: 900_000 }, () => {
  const pairs = composablePairs().filter((_, at) => at % step === 0);
  const { cases, named, others } = measured(pairs, 1);
  expect(cases).toBeGreaterThan(pairs.length * 0.9);
  expect(named / cases, others.join('\n')).toBeGreaterThanOrEqual(0.95);
});
