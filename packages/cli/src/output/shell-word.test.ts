import { expect, test } from 'vitest';
import { shellWord } from './output.ts';

test.each([
  ['ORDER-1', 'ORDER-1'],
  ['A#1', "'A#1'"],
  ["it's", "'it'\\''s'"],
  ['', "''"],
])('the shell spelling of %s is %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});
