import { describe, expect, it } from 'vitest';
import { dayOf, duration, moment, pretty, rupees, visible } from './format.ts';

describe('rupee format', () => {
  it.each([
    ['0.00', '₹0.00'],
    ['5.05', '₹5.05'],
    ['500.00', '₹500.00'],
    ['1000.00', '₹1,000.00'],
    ['99999.99', '₹99,999.99'],
    ['123456.00', '₹1,23,456.00'],
    ['12345678901.00', '₹12,34,56,78,901.00'],
    ['-550.00', '−₹550.00'],
    ['<b>', '<b>'],
  ])('the amount %s is shown in rupees', (amount, shown) => {
    expect(rupees(amount)).toBe(shown);
  });
});

describe('duration format', () => {
  it.each([
    [0, '0 ms'],
    [0.44, '0.4 ms'],
    [3, '3 ms'],
    [12.4, '12 ms'],
    [1_000, '1 s'],
    [59_600, '1 min'],
    [90_000, '1 min 30 s'],
    [3_600_000, '1 h'],
    [22_500_000, '6 h 15 min'],
    [90_000_000, '1 d 1 h'],
  ])('a duration of %d ms is shown with a unit', (ms, shown) => {
    expect(duration(ms)).toBe(shown);
  });
});

describe('date and time format', () => {
  const now = dayOf(Date.parse('2026-11-20T15:04:05+05:30'));

  it('a time is shown in IST, with the date only if the time is not today', () => {
    expect(moment('2026-11-20T00:00:01+05:30', now)).toBe('00:00:01');
    expect(moment('2026-11-19T23:59:59+05:30', now)).toBe('19 Nov 23:59:59');
    expect(moment('2025-11-20T15:04:05+05:30', now)).toBe('20 Nov 15:04:05');
  });
});

describe('body format', () => {
  it('a JSON body is shown on several lines', () => {
    expect(pretty('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(pretty('a=1&b=2')).toBe('a=1&b=2');
  });
});

describe('invisible character format', () => {
  it('only invisible characters are shown as escapes', () => {
    expect(visible('a\u202eb\u200b=\u00a0नमस्ते €\n')).toBe('a\\u202eb\\u200b=\\u00a0नमस्ते €\n');
  });
});
