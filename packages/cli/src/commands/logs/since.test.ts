import { expect, test } from 'vitest';
import { readSince } from './event-history.ts';

test.each([
  ['10m', { ago: 600_000 }],
  ['60d', { ago: 5_184_000_000 }],
  ['3660d', { ago: 316_224_000_000 }],
  ['2026-11-20T15:04:05+05:30', { at: Date.UTC(2026, 10, 20, 9, 34, 5) }],
  ['2026-11-20T09:34Z', { at: Date.UTC(2026, 10, 20, 9, 34) }],
])('the --since value %s is a start time', (text, expected) => {
  expect(readSince(text)).toEqual(expected);
});

test.each([
  ['yesterday', 'Use for example'],
  ['0s', 'Use for example'],
  ['3661d', '3660d maximum'],
  ['2026-11-20', 'The time has no UTC offset'],
  ['2026-11-20T15:04:05', 'The time has no UTC offset'],
  ['2026-13-20T15:04:05Z', 'The time has no UTC offset'],
])('the --since value %s is not a start time', (text, message) => {
  expect(() => readSince(text)).toThrow(message);
});
