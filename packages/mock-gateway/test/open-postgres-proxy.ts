import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** A proxy between a gateway and its database. It counts messages and simulates network failures. */
export interface PostgresProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** Drops all messages of the database on existing connections. */
  deafen(): void;
  /** Drops messages on all connections, including new connections. With `asked`, begins when a query matches. */
  hang(asked?: string): void;
  /** Breaks all connections and forwards messages again. The database may finish its queries. */
  cut(): void;
  /** Breaks all connections and rejects new connections. */
  close(): Promise<void>;
  /** Accepts connections again at the same address. */
  open(): Promise<void>;
  /** Returns the messages since the last call. */
  passed(): Passed;
}

export interface Passed {
  /** Number of results of the database that a client waited for, one for each group of statements. */
  readonly roundTrips: number;
  readonly sent: number;
  readonly received: number;
}

const nothing: Passed = { roundTrips: 0, sent: 0, received: 0 };

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  isDeaf: boolean;
}

/** Opens a proxy to the database. The URL can have any form. */
export async function openPostgresProxy(address: string): Promise<PostgresProxy> {
  const pairs = new Set<Pair>();
  let passed = { ...nothing };
  /** Part of the query that starts the drops, or null. */
  let hangsAt: string | null = null;
  let isHung = false;
  const listener = createServer((client) => pass(client));
  const port = await listening(listener, 0);

  function pass(client: Socket): void {
    const server = connectTo(address);
    const pair: Pair = { client, server, isDeaf: false };
    pairs.add(pair);
    const count = messageCounter('Z', () => {
      passed.roundTrips += 1;
    });
    client.on('data', (data: Buffer) => {
      if (hangsAt !== null && data.includes(hangsAt)) isHung = true;
      passed.sent += data.length;
      server.write(data);
    });
    server.on('data', (data: Buffer) => {
      passed.received += data.length;
      count(data);
      if (!pair.isDeaf && !isHung) client.write(data);
    });
    for (const socket of [client, server]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        client.destroy();
        server.destroy();
      });
    }
  }

  function cut(): void {
    hangsAt = null;
    isHung = false;
    for (const { client, server } of pairs) {
      client.destroy();
      server.destroy();
    }
  }

  const url = new URL(address);
  url.searchParams.set('host', '127.0.0.1');
  url.searchParams.set('port', String(port));
  return {
    url: url.href,
    deafen() {
      for (const pair of pairs) pair.isDeaf = true;
    },
    hang(asked = '') {
      hangsAt = asked;
      isHung = asked === '';
    },
    cut,
    async close() {
      cut();
      await new Promise((resolve) => listener.close(resolve));
    },
    async open() {
      await listening(listener, port);
    },
    passed() {
      const before = passed;
      passed = { ...nothing };
      return before;
    },
  };
}

async function listening(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function connectTo(address: string): Socket {
  const { hostname, port, searchParams } = new URL(address);
  const folder = searchParams.get('host');
  if (folder?.startsWith('/')) return connect(join(folder, `.s.PGSQL.${port || 5432}`));
  return connect(Number(port || 5432), folder ?? hostname);
}

/**
 * Calls `call` for each whole message of a type. A message consists of one letter, its length, and the content. The
 * length includes itself.
 */
function messageCounter(type: string, call: () => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    for (; rest.length - at >= 5; ) {
      const end = at + 1 + rest.readInt32BE(at + 1);
      if (end > rest.length) break;
      if (String.fromCharCode(rest[at] ?? 0) === type) call();
      at = end;
    }
    rest = rest.subarray(at);
  };
}
