import type Database from 'better-sqlite3';

type Row = Readonly<Record<string, unknown>>;

/** Everything that a database holds, as it is once it is opened again: leases end then. Null where it has no tables yet. */
export function storedIn(db: Database.Database): string | null {
  const tables = db.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
  if (db.pragma('user_version', { simple: true }) === 0) return null;
  return tables.map((table) => `${table} ${JSON.stringify(rowsOf(db, table))}`).join('\n');
}

function rowsOf(db: Database.Database, table: string): readonly Row[] {
  return db
    .prepare<[], Row>(`SELECT * FROM ${table}`)
    .all()
    .map((row) => (row['state'] === 'delivering' ? unclaimed(row) : row));
}

function unclaimed(row: Row): Row {
  const state = row['resend_state'] ?? 'pending';
  const due = state === 'pending' ? row['next_attempt_at'] : null;
  return { ...row, state, due_at: due, resend_state: null, lease_until: null, lease_owner: null };
}
