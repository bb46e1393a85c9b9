/**
 * PostgreSQL's text and jsonb know no NUL (postgresql.org/docs/current/datatype-json, "JSON Types"), which a merchant's
 * `extra` or a receiver's answer may have: it goes in as two characters of the private use area, and comes out again as it
 * was. A lone surrogate is no text in UTF-8, and becomes U+FFFD, as in SQLite.
 */
const escapeMark = '\uE000';
const nul = `${escapeMark}\uE001`;
const itself = `${escapeMark}\uE002`;

/** As the database can keep it. */
export function toText(text: string): string {
  return text.toWellFormed().replaceAll(escapeMark, itself).replaceAll('\0', nul);
}

/** As it was given to `toText`. */
export function fromText(text: string): string {
  return text.includes(escapeMark) ? text.replaceAll(nul, '\0').replaceAll(itself, escapeMark) : text;
}

/** JSON that the database can keep, money as decimal strings. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => {
    if (typeof part === 'bigint') return String(part);
    return typeof part === 'string' ? toText(part) : part;
  });
}

/** What the database's JSON says. */
export function fromJson(json: string): unknown {
  if (!json.includes(escapeMark)) return JSON.parse(json);
  return JSON.parse(json, (_, part) => (typeof part === 'string' ? fromText(part) : part));
}
