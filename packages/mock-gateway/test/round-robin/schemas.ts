import type { Database } from '../../src/postgres/connection/database.ts';

/** Append-only tables, which allow only TRUNCATE. */
const journal = ['entries', 'slots', 'transactions', 'accounts'];

/** Other tables, those with foreign keys first. */
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

/** Empties a schema, because that takes a tenth of the time of a new schema. */
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
