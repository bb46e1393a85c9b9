import { expect, test } from 'vitest';
import { table } from './table.ts';

test('a table makes columns as wide as their content and aligns numbers to the right', () => {
  const rows = [
    ['ORDER-1', '500.00', 'success'],
    ['B', '1000.00', null],
  ];
  expect(table(['mchOrderNo', 'amount', 'status'], rows)).toBe(
    ['  mchOrderNo   amount  status', '  ORDER-1      500.00  success', '  B           1000.00'].join('\n'),
  );
});

test('a table cell cannot move the cursor', () => {
  expect(table(['note'], [['a\u001b[2J']])).toBe('  note\n  a\\u{1b}[2J');
});

test('a table without rows shows only its headings', () => {
  expect(table(['name', 'mchId'], [])).toBe('  name  mchId');
});

test('a table on a narrow terminal prints each row as a separate block', () => {
  const rows = [
    ['ORDER-1', '500.00', 'success'],
    ['B', '1000.00', null],
  ];
  const headings = ['mchOrderNo', 'amount', 'status'];
  expect(table(headings, rows, 29)).toBe(
    [
      '  mchOrderNo  ORDER-1',
      '  amount      500.00',
      '  status      success',
      '',
      '  mchOrderNo  B',
      '  amount      1000.00',
    ].join('\n'),
  );
  expect(table(headings, rows, 30)).toBe(table(headings, rows));
});
