import { expect, test } from 'vitest';
import { sameText } from './same-text.ts';

test.each([
  ['amount', '1000.00', '1000'],
  ['amount', '1000.00', '1000.0'],
  ['totalDebit', '1000.00', '1000.00000000'],
  ['fee', '75.50', '75.5'],
  ['payType', 'upi', 'UPI'],
  ['status', 'success', 'Success'],
  ['utr', '4123', '4123'],
])('the %s %s and the spelling %s are the same value', (field, one, other) => {
  expect(sameText(field, one, other)).toBe(true);
});

test.each([
  ['amount', '1000.00', '1000.01'],
  ['amount', '1000.00', '100000'],
  ['amount', '1000.00', '1,000.00'],
  ['amount', '1000.00', ''],
  ['payType', 'upi', 'bank'],
  ['orderNo', 'wd1', 'WD1'],
])('the %s %s and the string %s are different values', (field, one, other) => {
  expect(sameText(field, one, other)).toBe(false);
});
