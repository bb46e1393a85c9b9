import { describe, expect, it } from 'vitest';
import { fromJson, fromText, toJson, toText } from './text.ts';

const hostile = [
  '',
  'plain',
  'a\0b',
  '\0\0',
  '\uE000',
  '\uE000\uE001',
  '\uE001\0\uE002',
  '🎉 ünïcödé',
  '\\u0000',
];

describe('strings for PostgreSQL', () => {
  it.each(hostile)('PostgreSQL stores a string without NUL but returns the string unchanged: %j', (text) => {
    expect(toText(text)).not.toContain('\0');
    expect(fromText(toText(text))).toBe(text);
    const json = toJson({ text, list: [text] });
    expect(JSON.stringify(JSON.parse(json))).toBe(json);
    expect(JSON.parse(json).text).not.toContain('\0');
    expect(fromJson(json)).toEqual({ text, list: [text] });
  });

  it('distinct strings stay distinct in PostgreSQL', () => {
    expect(new Set(hostile.map(toText)).size).toBe(hostile.length);
  });

  it('a string contains U+FFFD for an unpaired surrogate, as in SQLite', () => {
    expect(toText('a\uD800b\uDFFF')).toBe('a\uFFFDb\uFFFD');
    expect(toJson(['\uD800'])).toBe('["\uFFFD"]');
  });

  it('the JSON for PostgreSQL contains money as decimal strings', () => {
    expect(toJson({ amount: 9_007_199_254_740_993n })).toBe('{"amount":"9007199254740993"}');
  });
});
