/** Control characters (C0, DEL, C1), direction marks, zero-width characters, line and paragraph separators. */
const active = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes characters that control a terminal, so a terminal can safely show a received string. */
export function printable(text: string): string {
  return text.replace(active, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Converts data to one line of JSON, with escapes for characters that control a terminal. */
export function jsonLine(data: object): string {
  // In JSON, these characters occur only inside strings, where the escape has the same meaning.
  return JSON.stringify(data).replace(active, (character) =>
    Array.from({ length: character.length }, (_, at) => unitEscape(character.charCodeAt(at))).join(''),
  );
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
