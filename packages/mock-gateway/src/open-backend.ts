import type { GatewayOptions } from './gateway-options.ts';
import { InProcessBackend } from './sharing/in-process.ts';
import type { Backend } from './sharing/shared.ts';
import { type ClockOptions, startClock } from './start-clock.ts';
import { openStore } from './store/sqlite/sqlite-store.ts';
import type { Store } from './store/store.ts';

/** Opens what a gateway stands on. */
export type OpenBackend = (options: Pick<GatewayOptions, 'db' | 'clock'>) => Promise<Backend>;

/**
 * As `db` says: a SQLite file, or memory.
 *
 * @throws {StoreError} for a file that cannot be used; it is left as it was
 * @throws {ConfigError} for a clock that cannot start so; the file is closed then
 */
export const openBackend: OpenBackend = async ({ db = null, clock = {} }) =>
  backendOver(openStore(db), clock);

/** One process's backend over a store that is open; the store is closed when the backend cannot be made. */
export async function backendOver(store: Store, clock: ClockOptions): Promise<Backend> {
  try {
    return new InProcessBackend({ store, clock: startClock((await store.clock())?.value ?? null, clock) });
  } catch (error) {
    await store.close();
    throw error;
  }
}
