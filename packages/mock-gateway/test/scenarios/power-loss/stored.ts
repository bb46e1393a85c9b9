import type { DatabaseSync } from 'node:sqlite';

/** Returns the content of a database, or null if it has no tables. */
export function storedIn(db: DatabaseSync): string | null {
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  if (tables.length === 0) return null;
  return tables
    .map(({ name }) => `${name} ${JSON.stringify(db.prepare(`SELECT * FROM ${name}`).all())}`)
    .join('\n');
}
