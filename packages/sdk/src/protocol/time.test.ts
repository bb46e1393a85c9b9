import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatIst, istDay, parseIst } from './time.ts';

describe('formatIst [spec:conventions.times] [reading:money.seconds]', () => {
  it.each([
    [Date.UTC(2026, 10, 20, 9, 34, 5), '2026-11-20T15:04:05+05:30'],
    [Date.UTC(2026, 10, 20, 18, 29, 59, 999), '2026-11-20T23:59:59+05:30'],
    [Date.UTC(2026, 10, 20, 18, 30), '2026-11-21T00:00:00+05:30'],
    [0, '1970-01-01T05:30:00+05:30'],
    [-1, '1970-01-01T05:29:59+05:30'],
  ])('formatIst writes %d as %s', (epochMs, text) => {
    expect(formatIst(epochMs)).toBe(text);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, -8.64e15])('formatIst rejects %d', (epochMs) => {
    expect(() => formatIst(epochMs)).toThrow(RangeError);
  });

  it('the error of formatIst states the accepted years', () => {
    expect(() => formatIst(Date.UTC(10_000, 0))).toThrow('the year of a timestamp must be 0000 to 9999');
  });
});

describe('parseIst', () => {
  it('parseIst reverses formatIst to the second', () => {
    const instants = fc.integer({ min: Date.UTC(0, 0, 2), max: Date.UTC(9999, 0) });
    fc.assert(
      fc.property(instants, (epochMs) => parseIst(formatIst(epochMs)) === Math.floor(epochMs / 1000) * 1000),
    );
  });

  it.each([
    '',
    '2026-11-20',
    '2026-11-20T15:04:05Z',
    '2026-11-20T15:04:05+05:00',
    '2026-11-20T15:04:05.000+05:30',
    '2026-11-20 15:04:05+05:30',
    '2026-02-30T15:04:05+05:30',
    '2026-13-01T15:04:05+05:30',
    '2026-11-20T24:00:00+05:30',
    '2026-11-20T15:60:00+05:30',
    ' 2026-11-20T15:04:05+05:30',
  ])('parseIst rejects %j', (text) => {
    expect(() => parseIst(text)).toThrow(RangeError);
    expect(() => parseIst(text)).toThrow('ISO 8601 in IST to the second');
  });
});

describe('istDay', () => {
  it('istDay changes at midnight in India [reading:money.ist-day]', () => {
    const midnight = parseIst('2026-11-21T00:00:00+05:30');
    expect(istDay(midnight - 1)).toBe('2026-11-20');
    expect(istDay(midnight)).toBe('2026-11-21');
  });
});
