import { expect, test, vi } from 'vitest';
import { fields, Output, orderText, printable } from './output.ts';

test('names and values stand below each other, without the empty ones', () => {
  const values = { amount: '500.00', utr: null, extra: '', attempts: 0, test: false, timeline: [] };
  expect(fields(values)).toBe('  amount    500.00\n  attempts  0\n  test      false');
});

test('text from elsewhere cannot move the cursor', () => {
  expect(printable('a\u001b[2Jb\r\nc\u202ed')).toBe('a\\u{1b}[2Jb\\u{d}\\u{a}c\\u{202e}d');
});

test('an order shows its state first', () => {
  const text = orderText('Pay-in', { orderNo: 'PI1', status: 'pending', duplicate: false, amount: '500.00' });
  expect(text).toBe('Pay-in pending\n  orderNo  PI1\n  amount   500.00');
});

test('nor can a note, whatever it was told by a gateway', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  new Output({ json: false, quiet: false }).note('next: inrgate mock pay PI\u001b[2J', 'more\n');
  expect(write.mock.calls).toEqual([['next: inrgate mock pay PI\\u{1b}[2J\nmore\\u{a}\n']]);
  write.mockRestore();
});
