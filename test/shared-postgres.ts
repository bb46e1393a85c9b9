import { startOwnPostgres } from './postgres.ts';

/**
 * Starts one PostgreSQL for all test files, unless `DATABASE_URL` names one. Each file creates its own database in it,
 * because a start takes ten times as long.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['DATABASE_URL'] !== undefined) return undefined;
  // Without it, each file starts its own server, and reports why it cannot.
  const server = await startOwnPostgres().catch(() => null);
  if (server === null) return undefined;
  process.env['DATABASE_URL'] = server.url;
  return () => server.stop();
}
