/**
 * What does something to a terminal instead of standing there: controls (C0, DEL, C1), what turns the direction of a
 * line or has no width, and the separators of lines and paragraphs.
 */
const active = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text from elsewhere as a terminal may show it: such characters are written out, so that they do nothing. */
export function printable(text: string): string {
  return text.replace(active, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Data as one line of JSON, which somebody may look at in a terminal too: there JSON's own escapes stand for them. */
export function jsonLine(data: object): string {
  // Such a character can only be within a text, where its escape means the same.
  return JSON.stringify(data).replace(active, (character) =>
    Array.from({ length: character.length }, (_, at) => unitEscape(character.charCodeAt(at))).join(''),
  );
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
