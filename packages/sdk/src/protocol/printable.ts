/**
 * Characters that affect a terminal: controls (C0, DEL, C1), direction marks, characters without width, and line and
 * paragraph separators.
 */
const active = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes such characters in a foreign string, so that a terminal can show it safely. */
export function printable(text: string): string {
  return text.replace(active, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Data as one line of JSON that is also safe in a terminal, because JSON escapes replace these characters. */
export function jsonLine(data: object): string {
  // Such characters occur only inside strings, where the escape has the same meaning.
  return JSON.stringify(data).replace(active, (character) =>
    Array.from({ length: character.length }, (_, at) => unitEscape(character.charCodeAt(at))).join(''),
  );
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
