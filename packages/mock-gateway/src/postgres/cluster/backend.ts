import type { GatewayClock } from '../../clock/gateway-clock.ts';
import type { Backend } from '../../cluster/shared.ts';
import { type DatabaseOptions, databaseWith } from '../connection/database.ts';
import { loadDriver } from '../connection/driver.ts';
import { migrate } from '../schema/migrations.ts';
import { PostgresNode } from './node.ts';

export interface PostgresBackendOptions extends DatabaseOptions {
  /** Sets the initial clock of a gateway from its options. */
  readonly begin?: ((clock: GatewayClock, isStored: boolean) => void) | undefined;
  /** Real milliseconds between two reads of the changes of other instances. */
  readonly lookEvery?: number | undefined;
  /** As in `Shared`. Only tests change it. */
  readonly leaseMs?: number | undefined;
}

/**
 * Opens a PostgreSQL database, or one schema of it. Creates the tables, or upgrades the tables to this version. Each
 * instance uses its own connections.
 *
 * @throws {StoreError} `store_driver_missing`, `store_unreadable`, `store_newer`, `store_corrupt`, `store_unavailable`
 */
export async function openPostgresBackend({
  begin = () => {},
  lookEvery,
  leaseMs,
  ...options
}: PostgresBackendOptions): Promise<Backend> {
  const connecting = { ...options, driver: options.driver ?? (await loadDriver()) };
  const database = databaseWith(connecting);
  await migrate(database).finally(() => database.close());
  return {
    connect({ failed }) {
      const end = new PostgresNode({ database: databaseWith(connecting), begin, lookEvery, leaseMs, failed });
      return { ...end.shared, close: () => end.close() };
    },
  };
}
