import { describe, expect, it } from 'vitest';
import { banks, matchBank } from './banks.ts';

describe('the bank list', () => {
  it('the bank list contains 50 different names and ends with Other / Not Listed [spec:payout.bank-list] [reading:params.bank-list]', () => {
    expect(new Set(banks.map((name) => name.toLowerCase())).size).toBe(50);
    expect(banks.at(-1)).toBe('Other / Not Listed');
  });

  it('each name in the bank list is trimmed and contains at least four characters', () => {
    expect(banks.filter((name) => name.trim() !== name || name.length < 4)).toEqual([]);
  });

  it('the bank list matches a name in any case', () => {
    expect(matchBank('hdfc BANK')).toBe('HDFC Bank');
    expect(matchBank('other / not listed')).toBe('Other / Not Listed');
  });

  it('the bank list returns an unknown bank name unchanged', () => {
    expect(matchBank(' hdfc bank')).toBe(' hdfc bank');
    expect(matchBank('Gramin Bank')).toBe('Gramin Bank');
  });
});
