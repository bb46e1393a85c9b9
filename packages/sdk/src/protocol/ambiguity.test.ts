import { expect, it } from 'vitest';
import { isAmbiguous } from './ambiguity.ts';

it.each(['extra', 'message', 'note'])(
  'the field %s may contain & unless the name of a callback field follows',
  (name) => {
    expect(isAmbiguous(name, 'A & B')).toBe(false);
    expect(isAmbiguous(name, 'A&b=1')).toBe(false);
    expect(isAmbiguous(name, 'A&status=success')).toBe(true);
  },
);

it('a field other than extra, message and note may contain & only in a URL', () => {
  expect(isAmbiguous('utr', 'A & B')).toBe(true);
  expect(isAmbiguous('utr', 'A')).toBe(false);
  expect(isAmbiguous('receiptUrl', 'https://gateway.example/r?a=1&b=2')).toBe(false);
  expect(isAmbiguous('receiptUrl', 'see https://gateway.example/r?a=1&b=2')).toBe(true);
  expect(isAmbiguous('receiptUrl', 'https://gateway.example/r?a=1&status=success')).toBe(true);
});
