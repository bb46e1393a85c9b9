import type { Client, ClientConfig, PoolClient } from 'pg';
import { before, within } from '../../store/real-time.ts';
import type { Driver } from './driver.ts';
import { noWrites } from './errors.ts';

/** Lends each connection to one reader at a time. Each server accepted writes when its connection was opened. */
interface ReaderPool {
  lend(end: () => number): Promise<PoolClient>;
  /** Closes every connection when it is returned, because its server is read-only. */
  distrust(): void;
  close(): Promise<void>;
}

/** @param patience real milliseconds to wait for a new connection before the server counts as unreachable */
export function readerPool(
  driver: Driver,
  { connectionTimeoutMillis: _, ...config }: ClientConfig,
  { size, patience }: { readonly size: number; readonly patience: number },
): ReaderPool {
  // Give the pool no timeout, because a wait for a free connection does not mean that the database is unreachable.
  const pool = new driver.Pool({
    ...config,
    max: size,
    Client: impatient(driver, patience),
    onConnect: (client) => writable(client as Client, patience),
  });
  // The pool replaces a broken idle connection.
  pool.on('error', () => undefined);
  let trusted = new WeakSet<PoolClient>();
  pool.on('connect', (client) => void trusted.add(client));
  return {
    async lend(end) {
      for (;;) {
        const lending = pool.connect();
        const giveBack = () => void lending.then((unused) => unused.release()).catch(() => undefined);
        const client = await before(end, lending, giveBack);
        if (trusted.has(client)) return client;
        client.release(true);
      }
    },
    distrust() {
      trusted = new WeakSet();
    },
    close: () => pool.end(),
  };
}

/**
 * Creates clients that abort a connection attempt if the database does not respond within this number of real
 * milliseconds.
 */
function impatient({ Client: Any }: Driver, connectionTimeoutMillis: number) {
  return class extends Any {
    constructor(config?: ClientConfig) {
      super({ ...config, connectionTimeoutMillis });
    }
  };
}

/**
 * Connects to a server that accepts writes.
 *
 * @param patience as in `readerPool`
 */
export async function connected(client: Client, patience: number): Promise<Client> {
  // The client can report a failure even after the connection was refused.
  client.on('error', () => undefined);
  await client.connect();
  await writable(client, patience);
  return client;
}

/**
 * Connects, and closes a new connection if its server is read-only, like libpq's `target_session_attrs=read-write`.
 * After a failover, the host name can still resolve to the old primary
 * (postgresql.org/docs/current/libpq-connect.html).
 */
async function writable(client: Client, patience: number): Promise<void> {
  const cut = () => void client.connection.stream.destroy();
  const asked = client.query<{ readonly transaction_read_only: string }>('SHOW transaction_read_only');
  const { rows } = await within(patience, asked, cut);
  if (rows[0]?.transaction_read_only !== 'on') return;
  cut();
  throw noWrites();
}
