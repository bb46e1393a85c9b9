import { expect, test } from 'vitest';
import { maxDurationMs, parseDuration } from './duration.ts';

test.each([
  ['3s', 3_000],
  ['10m', 600_000],
  ['1h30m', 5_400_000],
  ['36h', 129_600_000],
  ['90s', 90_000],
  ['1d', 86_400_000],
  ['250ms', 250],
  ['1m500ms', 60_500],
  ['0s', 0],
  ['3660d', maxDurationMs],
])('the duration %s is %i ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each(['', '5', '-3s', '1.5h', '30m1h', '3 s', '3S', '3s ', '1d1d'])('%j is not a duration', (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

test.each(['3661d', '3660d1ms', '999999999999d', '999999999999ms'])(
  'the duration %s is longer than ten years',
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);
