import { InProcessBackend } from './cluster/in-process.ts';
import type { Backend } from './cluster/shared.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { beginAs, type ClockOptions, startClock } from './start-clock.ts';
import { isAddress, isDatabaseAddress, isSchemaName, schemaNameRule } from './store/database-address.ts';
import { openStore } from './store/sqlite/sqlite-store.ts';
import type { Store } from './store/store.ts';

export type OpenBackend = (options: Pick<GatewayOptions, 'db' | 'schema' | 'clock'>) => Promise<Backend>;

/**
 * Opens the backend that `db` specifies: a PostgreSQL database, an SQLite file, or memory.
 *
 * @param leaseMs as in `Shared`, for PostgreSQL. Only tests change the default
 * @throws {StoreError} for an unusable database. The database stays unchanged
 * @throws {ConfigurationError} for another kind of URL, an invalid schema name or an invalid clock start. The file is
 * closed
 */
export async function openBackend(
  { db, schema, clock = {} }: Parameters<OpenBackend>[0],
  { leaseMs }: { readonly leaseMs?: number } = {},
): Promise<Backend> {
  if (db !== undefined && isDatabaseAddress(db)) {
    if (schema !== undefined && !isSchemaName(schema))
      throw new ConfigurationError('schema', `must be ${schemaNameRule}`);
    const { openPostgresBackend } = await import('./postgres/cluster/backend.ts');
    return openPostgresBackend({
      url: db,
      schema,
      begin: (gatewayClock, isStored) => beginAs(gatewayClock, isStored, clock),
      leaseMs,
    });
  }
  if (db !== undefined && isAddress(db))
    throw new ConfigurationError(
      'db',
      'must be a file name or a PostgreSQL URL that begins with postgres://',
    );
  if (schema !== undefined)
    throw new ConfigurationError(
      'schema',
      'requires a PostgreSQL database, whose URL begins with postgres://',
    );
  return backendOver(openStore(db ?? null), clock);
}

/** Creates the backend of one process on an open store. Closes the store if this fails. */
export async function backendOver(store: Store, clock: ClockOptions): Promise<Backend> {
  try {
    return new InProcessBackend({ store, clock: startClock((await store.clock())?.value ?? null, clock) });
  } catch (error) {
    await store.close();
    throw error;
  }
}
