/**
 * Mark of an escaped NUL. PostgreSQL's text and jsonb cannot store NUL (postgresql.org/docs/current/datatype-json,
 * "JSON Types"), but a merchant's `extra` or a response can contain it. NUL is stored as two characters of the private
 * use area. A lone surrogate is invalid in UTF-8 and becomes U+FFFD, as in SQLite.
 */
const escapeMark = '\uE000';
const nul = `${escapeMark}\uE001`;
const itself = `${escapeMark}\uE002`;

export function toText(text: string): string {
  return text.toWellFormed().replaceAll(escapeMark, itself).replaceAll('\0', nul);
}

/** Returns the original of a string that `toText` converted. */
export function fromText(text: string): string {
  return text.includes(escapeMark) ? text.replaceAll(nul, '\0').replaceAll(itself, escapeMark) : text;
}

/** Converts a value to JSON that the database can store, with money as decimal strings. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => {
    if (typeof part === 'bigint') return String(part);
    return typeof part === 'string' ? toText(part) : part;
  });
}

export function fromJson(json: string): unknown {
  if (!json.includes(escapeMark)) return JSON.parse(json);
  return JSON.parse(json, (_, part) => (typeof part === 'string' ? fromText(part) : part));
}
