import type { Database } from '../../src/postgres/connection/database.ts';

/** Tables whose rows belong to a transaction cannot be deleted from: they are truncated. */
const journal = ['entries', 'slots', 'transactions', 'accounts'];

/** Tables with foreign keys come first. */
const others = [
  [
    'notifications',
    'attempts',
    'callbacks',
    'moves',
    'daily_withdrawals',
    'deposits',
    'payouts',
    'merchants',
  ],
  ['settings', 'config', 'clock', 'keys', 'standing', 'groups', 'rates', 'failures', 'requests', 'events'],
  ['watchers', 'faults', 'checks', 'tickets', 'instances'],
].flat();

/** Empties a schema, which takes a tenth of the time that making one does: it is then as when it was made. */
export async function empty({ write }: Pick<Database, 'write'>, schema: string): Promise<void> {
  const here = `'${schema}'::regnamespace`;
  const known = [...journal, ...others, 'inrgate', 'gateway'].map((table) => `'${table}'`).join(', ');
  const unknown = `SELECT FROM pg_tables WHERE schemaname = '${schema}' AND tablename NOT IN (${known})`;
  const statements = [
    `SET search_path TO ${schema}`,
    `DO $$ BEGIN IF EXISTS (${unknown}) THEN RAISE 'nobody empties a table'; END IF; END $$`,
    `TRUNCATE ${journal.join(', ')} RESTART IDENTITY`,
    ...others.map((table) => `DELETE FROM ${table}`),
    'UPDATE gateway SET era = 1, merchants_version = 0',
    `SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S' AND relnamespace = ${here}`,
    'SELECT open_gateway_accounts()',
  ];
  await write({ text: statements.join('; ') });
}
