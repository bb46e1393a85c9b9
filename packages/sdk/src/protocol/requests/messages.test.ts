import { expect, it } from 'vitest';
import * as z from 'zod';
import { malformedMessage } from './messages.ts';

const field = { schema: z.string().meta({ maxLength: 3 }), description: 'Three letters.' };

it.each([
  ['abc', 'word is malformed. Three letters.'],
  ['😀😀😀', 'word is malformed. Three letters.'],
  ['abcd', 'word has 4 characters, above the maximum of 3.'],
])('the message for the word %j names the exceeded maximum or describes the valid form', (value, message) => {
  expect(malformedMessage(field, { name: 'word', value, kind: 'string' })).toBe(message);
});

it.each([
  ['500.00', 'number', 'amount is a JSON number; send it as a string, for example "500.00". In INR.'],
  ['true', 'boolean', 'amount is a JSON boolean; send it as a string, for example "500.00". In INR.'],
  ['0', 'string', 'amount is not above zero. In INR.'],
  ['00.00', 'string', 'amount is not above zero. In INR.'],
  ['-1.00', 'string', 'amount is negative. In INR.'],
  ['05.00', 'string', 'amount has a leading zero. In INR.'],
  ['5,00', 'string', 'amount contains characters other than digits and the decimal point. In INR.'],
  ['5.0.0', 'string', 'amount contains more than one decimal point. In INR.'],
  ['5', 'string', 'amount has 0 decimals. In INR.'],
  ['5.1', 'string', 'amount has 1 decimal. In INR.'],
  ['5.123', 'string', 'amount has 3 decimals. In INR.'],
] as const)('the message for the amount %s as a JSON %s describes the fix', (value, kind, message) => {
  const amount = { schema: z.string(), description: 'In INR.' };
  expect(malformedMessage(amount, { name: 'amount', value, kind })).toBe(message);
});
