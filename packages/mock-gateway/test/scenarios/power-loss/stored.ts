import type Database from 'better-sqlite3';

/** Returns the content of a database, or null if it has no tables. */
export function storedIn(db: Database.Database): string | null {
  const tables = db.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
  if (db.pragma('user_version', { simple: true }) === 0) return null;
  return tables
    .map((table) => `${table} ${JSON.stringify(db.prepare(`SELECT * FROM ${table}`).all())}`)
    .join('\n');
}
