import { onTestFinished } from 'vitest';
import { openPostgresProxy, type PostgresProxy } from './open-postgres-proxy.ts';

/** A way to a database that is closed when the test is over. */
export async function postgresProxy(address: string): Promise<PostgresProxy> {
  const proxy = await openPostgresProxy(address);
  onTestFinished(() => proxy.close());
  return proxy;
}
