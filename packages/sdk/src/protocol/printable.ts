/**
 * Characters that control a terminal: controls (C0, DEL, C1), direction marks, zero-width characters, and line and
 * paragraph separators.
 */
const active = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes characters that control a terminal. A terminal can then show the foreign string safely. */
export function printable(text: string): string {
  return text.replace(active, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Data as one line of JSON. JSON escapes replace the characters that control a terminal. */
export function jsonLine(data: object): string {
  // The characters occur only inside strings, where the escape has the same meaning.
  return JSON.stringify(data).replace(active, (character) =>
    Array.from({ length: character.length }, (_, at) => unitEscape(character.charCodeAt(at))).join(''),
  );
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
