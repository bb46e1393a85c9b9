import { expect, it } from 'vitest';
import { jsonLine, printable } from './printable.ts';

it.each([
  ['\u0000', '\\u{0}', '\\u0000'],
  ['\u001b', '\\u{1b}', '\\u001b'],
  ['\u0085', '\\u{85}', '\\u0085'],
  ['\u200e', '\\u{200e}', '\\u200e'],
  ['\u2028', '\\u{2028}', '\\u2028'],
  ['\u2029', '\\u{2029}', '\\u2029'],
  ['\u{e0001}', '\\u{e0001}', '\\udb40\\udc01'],
])('the character %j is escaped in a string and in JSON', (character, shown, inJson) => {
  expect(printable(`a${character}b${character}`)).toBe(`a${shown}b${shown}`);
  const line = jsonLine({ text: `a${character}b${character}` });
  expect(line).toBe(`{"text":"a${inJson}b${inJson}"}`);
  expect(JSON.parse(line)).toEqual({ text: `a${character}b${character}` });
});

it('printable characters are unchanged', () => {
  const text = 'A & é नीली 😀\\';
  expect(printable(text)).toBe(text);
  expect(jsonLine({ text })).toBe(JSON.stringify({ text }));
});
