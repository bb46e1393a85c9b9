export type DatabaseAddress = `${'postgres' | 'postgresql'}://${string}`;

/** Returns whether the string is the URL of a PostgreSQL database. */
export function isDatabaseAddress(db: string): db is DatabaseAddress {
  return /^postgres(?:ql)?:\/\//i.test(db);
}

/**
 * Returns whether the string is a URL of any kind, or was meant as a URL, for example with a missing slash or in
 * quotation marks. Such a string is never used as a file name, because it can contain a password. A single letter is a
 * drive.
 */
export function isAddress(db: string): boolean {
  return /[a-z\d+.-]{2}:\/\/|postgres(?:ql)?:\/|^postgres(?:ql)?:.*@/i.test(db);
}

/**
 * Returns whether PostgreSQL accepts the schema name unquoted and untruncated. Excludes the prefixes that PostgreSQL
 * reserves.
 */
export function isSchemaName(name: string): boolean {
  return /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/.test(name);
}

/** Rule of schema names, for messages. */
export const schemaNameRule =
  'a lower-case letter or _, then up to 62 lower-case letters, digits or _, without the prefix pg_';

/**
 * Database name for messages: a file name unchanged, or a URL with only user, hosts and database. Hides an ambiguous
 * URL completely.
 */
export function shownDatabase(db: string): string {
  if (!isAddress(db)) return db;
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(db)) return '…';
  const [scheme, slashed] = cutAt(db, /:/);
  const rest = slashed.slice('://'.length);
  const [before, query] = cutAt(rest, /[?#]/);
  const [authority, name] = cutAt(before, /\//);
  // An unescaped character can move the end of the password, so hide the whole URL.
  if (name.includes('@') || query.includes('@')) return `${scheme}://…`;
  const [hosts = '', user, ...more] = authority.split('@').toReversed();
  if (more.length > 0) return `${scheme}://…`;
  const shownUser = user === undefined ? '' : `${user.split(':', 1)[0]}@`;
  return `${scheme}://${shownUser}${hosts}${name}`;
}

/** Splits a string before the first match of `mark`. */
function cutAt(text: string, mark: RegExp): readonly [string, string] {
  const at = text.search(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}
