import { describe, expect, it } from 'vitest';
import { invisibleIn, namedCharacter } from './invisible.ts';

/** Official Unicode names. Some frequent characters have a common short name instead. */
const unseen = [
  'U+0000 NULL',
  'U+0008 BACKSPACE',
  'U+0009 TAB',
  'U+000A LINE FEED',
  'U+000B VERTICAL TAB',
  'U+000C FORM FEED',
  'U+000D CARRIAGE RETURN',
  'U+001B ESCAPE',
  'U+0020 SPACE',
  'U+007F DELETE',
  'U+0085 NEXT LINE',
  'U+00A0 NO-BREAK SPACE',
  'U+00AD SOFT HYPHEN',
  'U+034F COMBINING GRAPHEME JOINER',
  'U+061C ARABIC LETTER MARK',
  'U+115F HANGUL CHOSEONG FILLER',
  'U+1680 OGHAM SPACE MARK',
  'U+180E MONGOLIAN VOWEL SEPARATOR',
  'U+2002 EN SPACE',
  'U+2003 EM SPACE',
  'U+2007 FIGURE SPACE',
  'U+2009 THIN SPACE',
  'U+200A HAIR SPACE',
  'U+200B ZERO WIDTH SPACE',
  'U+200C ZERO WIDTH NON-JOINER',
  'U+200D ZERO WIDTH JOINER',
  'U+200E LEFT-TO-RIGHT MARK',
  'U+200F RIGHT-TO-LEFT MARK',
  'U+2028 LINE SEPARATOR',
  'U+2029 PARAGRAPH SEPARATOR',
  'U+202A LEFT-TO-RIGHT EMBEDDING',
  'U+202B RIGHT-TO-LEFT EMBEDDING',
  'U+202C POP DIRECTIONAL FORMATTING',
  'U+202D LEFT-TO-RIGHT OVERRIDE',
  'U+202E RIGHT-TO-LEFT OVERRIDE',
  'U+202F NARROW NO-BREAK SPACE',
  'U+205F MEDIUM MATHEMATICAL SPACE',
  'U+2060 WORD JOINER',
  'U+2066 LEFT-TO-RIGHT ISOLATE',
  'U+2067 RIGHT-TO-LEFT ISOLATE',
  'U+2069 POP DIRECTIONAL ISOLATE',
  'U+3000 IDEOGRAPHIC SPACE',
  'U+3164 HANGUL FILLER',
  'U+FEFF BYTE ORDER MARK',
  'U+FFFD REPLACEMENT CHARACTER',
];

const seen = [
  '‘ U+2018 LEFT SINGLE QUOTATION MARK',
  '’ U+2019 RIGHT SINGLE QUOTATION MARK',
  '“ U+201C LEFT DOUBLE QUOTATION MARK',
  '” U+201D RIGHT DOUBLE QUOTATION MARK',
  '‐ U+2010 HYPHEN',
  '‑ U+2011 NON-BREAKING HYPHEN',
  '– U+2013 EN DASH',
  '— U+2014 EM DASH',
  '− U+2212 MINUS SIGN',
  '× U+00D7 MULTIPLICATION SIGN',
  '¬ U+00AC NOT SIGN, an entity of HTML',
  '¤ U+00A4 CURRENCY SIGN, an entity of HTML',
  '¶ U+00B6 PILCROW SIGN, an entity of HTML',
];

/** Characters that no table lists individually. */
const kinds = [
  ['\uff01', '！ U+FF01 FULLWIDTH !'],
  ['\uff5e', '～ U+FF5E FULLWIDTH ~'],
  ['\uff00', 'U+FF00 CONTROL OR FORMAT CHARACTER'],
  ['\uff5f', '｟ U+FF5F'],
  ['\ufe00', 'U+FE00 VARIATION SELECTOR'],
  ['\ufe0f', 'U+FE0F VARIATION SELECTOR'],
  ['\ufdff', '\ufdff U+FDFF'],
  ['\ufe10', '︐ U+FE10'],
  ['\ud800', 'U+D800 HALF OF A SURROGATE PAIR'],
  ['\udfff', 'U+DFFF HALF OF A SURROGATE PAIR'],
  ['\ud7ff', 'U+D7FF CONTROL OR FORMAT CHARACTER'],
  ['\ue000', 'U+E000 CONTROL OR FORMAT CHARACTER'],
  ['\u0301', 'U+0301 COMBINING MARK'],
  ['\u0001', 'U+0001 CONTROL OR FORMAT CHARACTER'],
  ['\u2000', 'U+2000 SPACE OF ANOTHER KIND'],
  ['a', 'a U+0061'],
  ['\u0939', 'ह U+0939'],
  ['\u{1f455}', '👕 U+1F455'],
] as const;

const characterOf = (line: string) =>
  String.fromCodePoint(Number.parseInt(/U\+([0-9A-F]+)/.exec(line)?.[1] ?? '', 16));

describe('character names [contract:doctor.mistakes]', () => {
  it.each(unseen)('the doctor names the invisible character %s', (line) => {
    expect(namedCharacter(characterOf(line))).toBe(line);
  });

  it.each(seen)('the doctor names the misleading character %s', (line) => {
    expect(namedCharacter(characterOf(line))).toBe(line);
  });

  it.each(kinds)('the doctor describes %j as %s', (character, line) => {
    expect(namedCharacter(character)).toBe(line);
  });

  it('the doctor shows an ordinary Latin character with its code but without a name', () => {
    const named = [...unseen, ...seen].map(characterOf);
    const others = Array.from({ length: 0x17e - 0x21 }, (_, at) => String.fromCharCode(0x21 + at)).filter(
      (character) => !named.includes(character) && !/\p{C}/u.test(character),
    );
    expect(others.filter((character) => !/^. U\+[0-9A-F]{4}$/.test(namedCharacter(character)))).toEqual([]);
  });
});

describe('listed characters', () => {
  it('the doctor lists each invisible or misleading character once, except plain spaces', () => {
    const all = [...unseen, ...seen].filter((line) => line !== 'U+0020 SPACE');
    const text = [...all, ...all, 'U+0061', 'U+007E', 'U+0021', 'U+00E9', 'U+0020'].map(characterOf).join('');
    expect(invisibleIn(text)).toEqual(all);
    expect(invisibleIn(' a~é')).toEqual([]);
  });
});
