import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { amountInput, durationInput, pageInput, parseInput, searchInput } from './input.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('duration input [contract:control.durations]', () => {
  it.each([
    ['1s', 1_000],
    ['0s', 0],
    ['31m', 31 * minute],
    ['2h', 2 * hour],
    ['7d', 7 * day],
    ['1h30m', 90 * minute],
    ['1d1s', day + 1_000],
    ['1d2h3m4s', day + 2 * hour + 3 * minute + 4_000],
    ['90m', 90 * minute],
    ['007m', 7 * minute],
    ['3660d', 3_660 * day],
  ])('the duration %s is %i ms', (text, ms) => {
    expect(parseInput(durationInput, text)).toBe(ms);
  });

  it.each([
    '',
    ' ',
    '1',
    's',
    '1 m',
    '1M',
    '-1m',
    '+1m',
    '1.5h',
    '1e3s',
    '30m1h',
    '1m1m',
    '1w',
    '3661d',
    '9999999d',
    '250ms',
    '1s500ms',
    5,
    {},
  ])('the string %j is not a duration', (text) => {
    expect(() => parseInput(durationInput, text)).toThrowError(
      expect.objectContaining({ code: 'invalid_body', status: 422 }),
    );
  });
});

describe('amount input', () => {
  it.each([
    ['0.01', 1n],
    ['500.00', 50_000n],
    ['100000000000.00', 10_000_000_000_000n],
  ])('the amount %s is %s paise', (text, paise) => {
    expect(parseInput(amountInput, text)).toBe(paise);
  });

  it.each(['0.00', '-1.00', '1', '1.0', '01.00', '1,000.00', '１.00', '100000000000.01', 1, null])(
    'the string %j is not an amount',
    (text) => {
      expect(() => parseInput(z.strictObject({ amount: amountInput }), { amount: text })).toThrow(
        /^amount: /,
      );
    },
  );
});

describe('page input [contract:control.lists]', () => {
  const page = z.strictObject(pageInput);

  it('a page contains fifty items unless the request sets a limit', () => {
    expect(parseInput(page, undefined)).toEqual({ limit: 50 });
    expect(parseInput(page, { limit: '200' })).toEqual({ limit: 200 });
    expect(parseInput(page, { limit: 1, cursor: '7' })).toEqual({ limit: 1, cursor: '7' });
  });

  it.each([
    { limit: 0 },
    { limit: 201 },
    { limit: 'x' },
    { limit: 1.5 },
    { page: 2 },
    { cursor: 'x'.repeat(101) },
  ])('the page input %j is rejected', (input) => {
    expect(() => parseInput(page, input)).toThrowError(expect.objectContaining({ status: 422 }));
  });
});

describe('search text', () => {
  const search = z.strictObject(searchInput);

  it.each(['A', 'x'.repeat(200)])('the search text can be %j', (text) => {
    expect(parseInput(search, { text })).toEqual({ text });
  });

  it.each([
    ['', /^text: /],
    ['x'.repeat(201), /^text: /],
    ['A\0', /^text: must not contain a NUL character$/],
  ])('the search text cannot be %j', (text, message) => {
    expect(() => parseInput(search, { text })).toThrow(message);
  });
});

describe('message of a rejection', () => {
  it('a rejection names each wrong key with the expected value, but never the given value', () => {
    const schema = z.strictObject({ mchKey: z.string().max(3, 'is too long'), on: z.boolean() });
    expect(() => parseInput(schema, { mchKey: 'hush-hush', on: 'hush' })).toThrowError(
      expect.objectContaining({ message: expect.stringMatching(/^mchKey: is too long; on: (?!.*hush)/) }),
    );
  });

  it('a rejection names at most five keys', () => {
    const schema = z.array(z.number());
    expect(() => parseInput(schema, 'abcdefgh'.split(''))).toThrowError(
      expect.objectContaining({ message: expect.stringMatching(/^(?:[^;]*;){4}[^;]*$/) }),
    );
  });
});
