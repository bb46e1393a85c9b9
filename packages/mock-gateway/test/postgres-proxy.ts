import { onTestFinished } from 'vitest';
import { openPostgresProxy, type PostgresProxy } from './open-postgres-proxy.ts';

/** Opens a proxy to a database, and closes it after the test. */
export async function postgresProxy(address: string): Promise<PostgresProxy> {
  const proxy = await openPostgresProxy(address);
  onTestFinished(() => proxy.close());
  return proxy;
}
