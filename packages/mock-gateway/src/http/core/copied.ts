/** Minimum length of a substring that V8 stores as a view. V8 copies shorter substrings. */
const shortestView = 13;

/**
 * Copies a string that outlives its source. In V8, a substring of a body or a header keeps the whole string in memory.
 */
export function copied(text: string): string {
  return text.length < shortestView ? text : Buffer.from(text).toString();
}
