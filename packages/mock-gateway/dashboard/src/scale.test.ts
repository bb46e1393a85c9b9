import { describe, expect, it } from 'vitest';
import { grouped, position, spanOf, ticks, zooms } from './scale.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('time axis', () => {
  it('equal periods have equal lengths on the time axis', () => {
    const span = spanOf([0, minute, 6 * hour]);
    const length = (from: number, to: number) => position(to, span) - position(from, span);
    expect(position(0, span)).toBe(0);
    expect(length(0, minute)).toBeCloseTo(length(5 * hour, 5 * hour + minute), 12);
    expect(length(0, 6 * hour) / length(0, hour)).toBeCloseTo(6, 9);
    expect(position(6 * hour, span)).toBeLessThan(1);
  });

  it('the time axis can show a single instant', () => {
    const span = spanOf([5]);
    expect(span.to - span.from).toBeGreaterThan(9_000);
    expect(position(5, span)).toBe(0);
  });

  it.each([
    [10_000, ['0', '2 s', '4 s', '6 s', '8 s', '10 s']],
    [22 * minute, ['0', '5 min', '10 min', '15 min', '20 min']],
    [7.5 * hour, ['0', '2 h', '4 h', '6 h']],
    [37 * hour, ['0', '12 h', '24 h', '36 h']],
  ])('the time axis over %d ms uses round ticks', (length, labels) => {
    expect(ticks({ from: 1_000, to: 1_000 + length }, 6).map(({ label }) => label)).toEqual(labels);
  });

  it('the time axis places each tick at its time', () => {
    expect(ticks({ from: 0, to: 8 * hour }, 4)[1]).toEqual({ at: 2 / 8, label: '2 h' });
  });

  it('the time axis offers only periods shorter than the complete time range', () => {
    expect(zooms({ from: 0, to: 80_000 })).toEqual([]);
    expect(zooms({ from: 0, to: 8 * hour }).map(({ label }) => label)).toEqual([
      'first minute',
      'first 10 min',
      'first hour',
    ]);
  });

  it('the time axis groups overlapping marks', () => {
    const marks = [{ at: 900 }, { at: 0 }, { at: 5 }, { at: 12 }];
    const groups = grouped(marks, { from: 0, to: 1_000 }, 0.01);
    expect(groups.map(({ at, marks: { length } }) => [at, length])).toEqual([
      [0, 2],
      [0.012, 1],
      [0.9, 1],
    ]);
  });
});
