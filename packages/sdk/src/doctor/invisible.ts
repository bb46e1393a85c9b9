/** Names of invisible and misleading characters, by code point. */
const names: Readonly<Record<number, string>> = {
  ...{ 0: 'NULL', 8: 'BACKSPACE', 9: 'TAB', 10: 'LINE FEED', 11: 'VERTICAL TAB', 12: 'FORM FEED' },
  ...{ 13: 'CARRIAGE RETURN', 27: 'ESCAPE', 32: 'SPACE', 127: 'DELETE', 133: 'NEXT LINE' },
  ...{ 160: 'NO-BREAK SPACE', 173: 'SOFT HYPHEN', 847: 'COMBINING GRAPHEME JOINER' },
  ...{ 1564: 'ARABIC LETTER MARK', 4447: 'HANGUL CHOSEONG FILLER', 5760: 'OGHAM SPACE MARK' },
  ...{ 6158: 'MONGOLIAN VOWEL SEPARATOR', 8194: 'EN SPACE', 8195: 'EM SPACE', 8199: 'FIGURE SPACE' },
  ...{ 8201: 'THIN SPACE', 8202: 'HAIR SPACE', 8203: 'ZERO WIDTH SPACE', 8204: 'ZERO WIDTH NON-JOINER' },
  ...{ 8205: 'ZERO WIDTH JOINER', 8206: 'LEFT-TO-RIGHT MARK', 8207: 'RIGHT-TO-LEFT MARK' },
  ...{ 8232: 'LINE SEPARATOR', 8233: 'PARAGRAPH SEPARATOR', 8234: 'LEFT-TO-RIGHT EMBEDDING' },
  ...{ 8235: 'RIGHT-TO-LEFT EMBEDDING', 8236: 'POP DIRECTIONAL FORMATTING', 8237: 'LEFT-TO-RIGHT OVERRIDE' },
  ...{ 8238: 'RIGHT-TO-LEFT OVERRIDE', 8239: 'NARROW NO-BREAK SPACE', 8287: 'MEDIUM MATHEMATICAL SPACE' },
  ...{ 8288: 'WORD JOINER', 8294: 'LEFT-TO-RIGHT ISOLATE', 8295: 'RIGHT-TO-LEFT ISOLATE' },
  ...{ 8297: 'POP DIRECTIONAL ISOLATE', 12288: 'IDEOGRAPHIC SPACE', 12644: 'HANGUL FILLER' },
  ...{ 65279: 'BYTE ORDER MARK', 65533: 'REPLACEMENT CHARACTER' },
};

/** Characters that look like ASCII characters. */
const lookalikes: Readonly<Record<string, string>> = {
  '\u2018': 'LEFT SINGLE QUOTATION MARK',
  '\u2019': 'RIGHT SINGLE QUOTATION MARK',
  '\u201c': 'LEFT DOUBLE QUOTATION MARK',
  '\u201d': 'RIGHT DOUBLE QUOTATION MARK',
  '\u2010': 'HYPHEN',
  '\u2011': 'NON-BREAKING HYPHEN',
  '\u2013': 'EN DASH',
  '\u2014': 'EM DASH',
  '\u2212': 'MINUS SIGN',
  '\u00d7': 'MULTIPLICATION SIGN',
  '\u00ac': 'NOT SIGN, an entity of HTML',
  '\u00a4': 'CURRENCY SIGN, an entity of HTML',
  '\u00b6': 'PILCROW SIGN, an entity of HTML',
};

/**
 * Describes a character by its code point, and an invisible character also by its name. Examples: `U+00A0 NO-BREAK
 * SPACE`, `a U+0061`.
 */
export function namedCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const name = nameOf(character, code);
  if (name === undefined) return `${character} ${point}`;
  return isShown(code, character) ? `${character} ${point} ${name}` : `${point} ${name}`;
}

function nameOf(character: string, code: number): string | undefined {
  const known = names[code] ?? lookalikes[character];
  if (known !== undefined) return known;
  if (code >= 0xff01 && code <= 0xff5e) return `FULLWIDTH ${String.fromCharCode(code - 0xfee0)}`;
  if (code >= 0xfe00 && code <= 0xfe0f) return 'VARIATION SELECTOR';
  if (code >= 0xd800 && code <= 0xdfff) return 'HALF OF A SURROGATE PAIR';
  if (/\p{M}/u.test(character)) return 'COMBINING MARK';
  if (/\p{C}/u.test(character)) return 'CONTROL OR FORMAT CHARACTER';
  return /\p{Z}/u.test(character) ? 'SPACE OF ANOTHER KIND' : undefined;
}

function isShown(code: number, character: string): boolean {
  return !(code in names) && !/[\p{C}\p{M}\p{Z}]/u.test(character);
}

/** Names of the invisible or misleading characters of a string. Contains each name once, and ignores plain spaces. */
export function invisibleIn(text: string): readonly string[] {
  const found = new Set<string>();
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code > 0x20 && code < 0x7f) continue;
    if (code !== 0x20 && nameOf(character, code) !== undefined) found.add(namedCharacter(character));
  }
  return [...found];
}
