import { expect, it } from 'vitest';
import { readBaseString } from './base-string.ts';

it.each([
  ['a=1', ['a=1']],
  ['a=1\n', ['a=1', 'a=1\n']],
  ['a=1\r\n', ['a=1', 'a=1\r\n']],
  ['\r\na=1', ['\r\na=1']],
])('the doctor reads a base string with and without a final line break: %j', (given, texts) => {
  expect(readBaseString(given)).toEqual({ texts, bytes: [] });
  expect(readBaseString(Buffer.from(given))).toEqual({ texts, bytes: [] });
});

it('the doctor keeps the bytes of a base string that is not UTF-8', () => {
  const given = Buffer.from('a=\u00e9\r\n', 'latin1');
  const bytes = [given.subarray(0, -2), given];
  expect(readBaseString(given)).toEqual({ texts: ['a=\ufffd', 'a=\ufffd\r\n'], bytes });
});
