import { expect, it } from 'vitest';
import { readBaseString } from './base-string.ts';

it.each([
  ['a=1', ['a=1']],
  ['a=1\n', ['a=1', 'a=1\n']],
  ['a=1\r\n', ['a=1', 'a=1\r\n']],
  ['\r\na=1', ['\r\na=1']],
])('a base string may end in a line break that is not part of it: %j', (given, texts) => {
  expect(readBaseString(given)).toEqual({ texts, bytes: [] });
  expect(readBaseString(Buffer.from(given))).toEqual({ texts, bytes: [] });
});

it('a base string keeps the bytes of another encoding', () => {
  const given = Buffer.from('a=\u00e9\r\n', 'latin1');
  const bytes = [given.subarray(0, -2), given];
  expect(readBaseString(given)).toEqual({ texts: ['a=\ufffd', 'a=\ufffd\r\n'], bytes });
});
