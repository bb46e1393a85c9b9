import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './envelope.ts';

const now = Date.parse('2026-11-20T09:34:05Z');

describe('parseRetryAfter', () => {
  it.each([
    ['0', 0],
    ['1', 1_000],
    [' 120 ', 120_000],
    ['Fri, 20 Nov 2026 09:34:35 GMT', 30_000],
    ['Friday, 20-Nov-26 09:34:35 GMT', 30_000],
    ['Fri Nov 20 09:34:35 2026', 30_000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
  ])('parseRetryAfter reads %j', (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected);
  });

  it.each([
    null,
    '',
    'soon',
    '1.5',
    '-1',
    '1e3',
    '2026-11-20T09:34:35Z',
    'Fri, 99 Nov 2026 09:34:35 GMT',
    '20'.concat('x'),
  ])('parseRetryAfter returns undefined for %j', (value) => {
    expect(parseRetryAfter(value, now)).toBeUndefined();
  });

  it('parseRetryAfter returns infinity for a number that is too large', () => {
    expect(parseRetryAfter('9'.repeat(400), now)).toBe(Number.POSITIVE_INFINITY);
  });
});
