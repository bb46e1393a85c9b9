/** V8 copies shorter pieces of a text anyway. */
const shortestView = 13;

/**
 * A text of its own. One that was cut out of a body or a header is a view in V8 and keeps the whole of it alive, which
 * matters where the text is kept and the rest is not.
 */
export function copied(text: string): string {
  return text.length < shortestView ? text : Buffer.from(text).toString();
}
