import { expect, test, vi } from 'vitest';
import { fields, jsonLine, Output, orderText, printable } from './output.ts';

test('the output aligns names and values and omits empty values', () => {
  const values = { amount: '500.00', utr: null, extra: '', attempts: 0, test: false, timeline: [] };
  expect(fields(values)).toBe('  amount    500.00\n  attempts  0\n  test      false');
});

test('a printed value cannot move the cursor', () => {
  expect(printable('a\u001b[2Jb\r\nc\u202ed')).toBe('a\\u{1b}[2Jb\\u{d}\\u{a}c\\u{202e}d');
});

/** C0, DEL, C1 (CSI), direction marks and overrides, line separators, a byte order mark, a tag. */
const active =
  '\u0000\u001b\u007f\u0080\u009b\u061c\u200e\u202a\u202e\u2066\u2069\u2028\u2029\ufeff\u{e0001}';

test('a printed value cannot control the text direction or end a line', () => {
  expect(printable(active)).toMatch(/^(\\u\{[0-9a-f]+\}){15}$/);
});

test('a JSON value is escaped for the terminal but unchanged after parsing', () => {
  const data = { [`name ${active}`]: [`value ${active}`, 'naïve ₹ ✓ 😀 नमस्ते "\\'] };
  const line = jsonLine(data);
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(line).toContain('naïve ₹ ✓ 😀 नमस्ते');
  expect(JSON.parse(line)).toEqual(data);
  expect(jsonLine({ a: '\u009b\u202e' })).toBe('{"a":"\\u009b\\u202e"}');
});

test.each(['data', 'failure'] as const)(
  'the JSON output of %s escapes a character that controls the text direction',
  (what) => {
    const stream = what === 'data' ? process.stdout : process.stderr;
    const write = vi.spyOn(stream, 'write').mockReturnValue(true);
    new Output({ json: true, quiet: false })[what]({ extra: '\u202e' }, () => '');
    expect(write.mock.calls).toEqual([['{"extra":"\\u202e"}\n']]);
    write.mockRestore();
  },
);

test('the output of an order shows its state first', () => {
  const text = orderText('Pay-in', { orderNo: 'PI1', status: 'pending', duplicate: false, amount: '500.00' });
  expect(text).toBe('Pay-in pending\n  orderNo  PI1\n  amount   500.00');
});

test('a note with gateway data cannot move the cursor', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  new Output({ json: false, quiet: false }).note('next: inrgate mock pay PI\u001b[2J', 'more\n');
  expect(write.mock.calls).toEqual([['next: inrgate mock pay PI\\u{1b}[2J\nmore\\u{a}\n']]);
  write.mockRestore();
});
