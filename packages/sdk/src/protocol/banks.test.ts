import { describe, expect, it } from 'vitest';
import { banks, matchBank } from './banks.ts';

describe('the bank list', () => {
  it('has 50 different names, the last being Other / Not Listed [spec:payout.bank-list] [reading:params.bank-list]', () => {
    expect(new Set(banks.map((name) => name.toLowerCase())).size).toBe(50);
    expect(banks.at(-1)).toBe('Other / Not Listed');
  });

  it('has a name at each index', () => {
    expect(banks.filter((name) => name.trim() !== name || name.length < 4)).toEqual([]);
  });

  it('is matched ignoring case', () => {
    expect(matchBank('hdfc BANK')).toBe('HDFC Bank');
    expect(matchBank('other / not listed')).toBe('Other / Not Listed');
  });

  it('keeps any other text as written', () => {
    expect(matchBank(' hdfc bank')).toBe(' hdfc bank');
    expect(matchBank('Gramin Bank')).toBe('Gramin Bank');
  });
});
