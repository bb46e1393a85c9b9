/** What names a database on a server, and not a file. */
export type DatabaseAddress = `${'postgres' | 'postgresql'}://${string}`;

/** Whether it is the address of a PostgreSQL database. */
export function isDatabaseAddress(db: string): db is DatabaseAddress {
  return /^postgres(?:ql)?:\/\//i.test(db);
}

/**
 * Whether it is an address of whatever kind, or meant as one, with a quotation mark before it or a slash too few: no file's
 * name, since it may have a password. One letter is a drive.
 */
export function isAddress(db: string): boolean {
  return /[a-z\d+.-]{2}:\/\/|postgres(?:ql)?:\/|^postgres(?:ql)?:.*@/i.test(db);
}

/** Whether PostgreSQL takes it for a schema's name as it is, keeps it whole, and has none of its own that begins so. */
export function isSchemaName(name: string): boolean {
  return /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/.test(name);
}

/** What such a name is, for people. */
export const schemaNameRule =
  'a lower-case letter or _, then up to 62 of these and digits; it does not begin with pg_';

/**
 * How messages name a database: a file as it is, an address by its user, hosts and name alone. The password is left out, and
 * with it whatever else may be secret; of an address that could be read in two ways nothing is shown.
 */
export function shownDatabase(db: string): string {
  if (!isAddress(db)) return db;
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(db)) return '…';
  const [scheme, slashed] = cutAt(db, /:/);
  const rest = slashed.slice('://'.length);
  const [before, query] = cutAt(rest, /[?#]/);
  const [authority, name] = cutAt(before, /\//);
  // A password that holds one of these as it is ends somewhere else than it seems to.
  if (name.includes('@') || query.includes('@')) return `${scheme}://…`;
  const [hosts = '', user, ...more] = authority.split('@').toReversed();
  if (more.length > 0) return `${scheme}://…`;
  const shownUser = user === undefined ? '' : `${user.split(':', 1)[0]}@`;
  return `${scheme}://${shownUser}${hosts}${name}`;
}

/** What stands before the mark, and what from there on. */
function cutAt(text: string, mark: RegExp): readonly [string, string] {
  const at = text.search(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}
