import { expect, test } from 'vitest';
import { durationText, readDuration } from './value-readers.ts';

test.each([
  ['3s', 3_000],
  ['10m', 600_000],
  ['1h30m', 5_400_000],
  ['1d', 86_400_000],
  ['250ms', 250],
  ['1m500ms', 60_500],
])('the duration option %s is %i ms', (text, ms) => {
  expect(readDuration(text)).toBe(ms);
});

test.each(['', '0s', '5', '-3s', '1.5h', '30m1h', '3 s', '25d', '999999999999d', '3S'])(
  'the option value %j is not a duration',
  (text) => {
    expect(() => readDuration(text)).toThrow('Use for example 3s');
  },
);

test.each([
  [0, '0s'],
  [999, '0s'],
  [65_000, '1m 5s'],
  [3_600_000, '1h 0m 0s'],
])('the output shows %i ms as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
