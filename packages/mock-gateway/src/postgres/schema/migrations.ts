import { StoreError } from '../../store/store-error.ts';
import type { Connection, Database } from '../connection/database.ts';
import { versions } from './versions.ts';

/**
 * Upgrades the tables to the current version, completely or not at all. If several instances start simultaneously, one
 * of them does the upgrade.
 *
 * @throws {StoreError} `store_newer`, `store_corrupt`. The database stays unchanged
 */
export async function migrate(database: Database): Promise<void> {
  const version = await database.use((connection) => inspect(connection, database));
  if (version === versions.length) return;
  const bringUp = (connection: Connection) => bringUpInTurn(connection, database);
  await database.use(bringUp, { answerWithin: Math.max(takesAtMost, database.answerWithin) });
}

/** Maximum real milliseconds of an upgrade, and of another instance's wait for it. */
const takesAtMost = 600_000;

async function bringUpInTurn(connection: Connection, database: Database): Promise<void> {
  await connection.query({ text: 'BEGIN' });
  try {
    const lock = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
    await connection.query({ text: lock, values: [`migration of ${database.schema}`] });
    const version = await inspect(connection, database);
    if (version === null) await connection.query({ text: `CREATE SCHEMA IF NOT EXISTS ${database.schema}` });
    await bringUp(connection, database, version ?? 0);
    await connection.query({ text: 'COMMIT' });
  } catch (error) {
    await connection.query({ text: 'ROLLBACK' });
    throw error;
  }
}

async function bringUp(connection: Connection, { schema }: Database, version: number): Promise<void> {
  const missing = versions.slice(version);
  if (missing.length === 0) return;
  const statements = [
    `SET LOCAL search_path TO ${schema}`,
    ...(version === 0 ? [versionTable] : []),
    ...missing,
    `UPDATE inrgate SET version = ${versions.length}`,
  ];
  // The query has no parameters, so one message can contain all statements.
  await connection.query({ text: statements.join(';\n') });
}

/** Table that identifies a schema of this gateway by its name. */
const versionTable = `
  CREATE TABLE inrgate (one boolean PRIMARY KEY CHECK (one), version integer NOT NULL);
  INSERT INTO inrgate VALUES (true, 0)`;

interface Found {
  readonly encoding: string;
  readonly isolation: string;
  readonly there: boolean;
  readonly tables: readonly string[];
}

const nothing: Found = { encoding: '', isolation: '', there: false, tables: [] };

/**
 * Returns the version of the tables. The version is 0 if the schema is empty, and null if the schema does not exist.
 */
async function inspect(connection: Connection, { schema, name }: Database): Promise<number | null> {
  const [found] = await connection.query<Found>({
    text: `SELECT current_setting('server_encoding') AS encoding,
      current_setting('default_transaction_isolation') AS isolation, to_regnamespace($1) IS NOT NULL AS there,
      (SELECT coalesce(json_agg(relname), '[]') FROM pg_class
        WHERE relnamespace = to_regnamespace($1)::oid AND relkind IN ('r', 'p')) AS tables`,
    values: [schema],
  });
  const { encoding, isolation, there, tables } = found ?? nothing;
  if (encoding !== 'UTF8') {
    throw new StoreError(
      'store_unreadable',
      `${name} has the encoding ${encoding}; create a database with UTF8`,
    );
  }
  // The transaction must read the state after it has the lock, not the state at its start.
  if (isolation !== 'read committed') {
    throw new StoreError(
      'store_unreadable',
      `${name} has the default isolation level ${isolation}; set default_transaction_isolation to read committed`,
    );
  }
  if (!there) return null;
  if (!tables.includes('inrgate')) {
    const theirs = tables.find((table) => ours.has(table));
    if (theirs === undefined) return 0;
    throw new StoreError(
      'store_corrupt',
      `${name} has a table ${theirs} of another program. The schema is unchanged; choose another schema`,
    );
  }
  const [row] = await connection.query<{ version: number }>({
    text: `SELECT version FROM ${schema}.inrgate`,
  });
  const version = row?.version ?? 0;
  if (version <= versions.length) return version;
  throw new StoreError(
    'store_newer',
    `${name} was written by a newer version of the gateway; use that version`,
  );
}

const ours = new Set(
  versions.flatMap((sql) =>
    [...sql.matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+)/g)].map(([, name = '']) => name),
  ),
);
