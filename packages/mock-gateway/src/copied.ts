/**
 * A text of its own. One that was cut out of a body or a header is a view in V8 and keeps the whole of it alive, which
 * matters where the text is kept and the rest is not.
 */
export function copied(text: string): string {
  return Buffer.from(text).toString();
}
