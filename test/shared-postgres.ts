import { randomUUID } from 'node:crypto';
import { dropDatabases, startOwnPostgres } from './postgres.ts';

/**
 * Starts one PostgreSQL for all test files, unless `DATABASE_URL` names one. A start takes ten times as long as a new
 * database. Test files do not delete the databases that they share, so the end of the run deletes these.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Another project of the same run has started it, and stops it.
  if (process.env['INRGATE_TEST_DATABASES'] !== undefined) return undefined;
  const databases = `inrgate_tests_${randomUUID().slice(0, 8)}`;
  process.env['INRGATE_TEST_DATABASES'] = databases;
  const given = process.env['DATABASE_URL'];
  if (given !== undefined) return () => dropDatabases(given, databases);
  // Without it, each file starts its own server, and reports why it cannot.
  const server = await startOwnPostgres().catch(() => null);
  if (server === null) return undefined;
  process.env['DATABASE_URL'] = server.url;
  return () => server.stop();
}
