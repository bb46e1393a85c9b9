import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** What stands between a gateway and its database, and does to its connections what a network does. */
export interface PostgresProxy {
  /** The database's address through it. */
  readonly url: string;
  /** From now on nothing that the database answers arrives on the connections there are. */
  deafen(): void;
  /** From now on nothing at all arrives, on new connections neither; or once the database is asked for this. */
  hang(asked?: string): void;
  /** Breaks all connections there are, and passes on again what the database answers; it may go on with what it was asked. */
  cut(): void;
  /** The same, and refuses new ones. */
  close(): Promise<void>;
  /** Takes connections again, at the same address. */
  open(): Promise<void>;
  /** What has passed since it was asked last. */
  passed(): Passed;
}

export interface Passed {
  /** How often the database was waited for: it answers a Sync, or a simple query. */
  readonly roundTrips: number;
  readonly sent: number;
  readonly received: number;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  readonly sent: Buffer[];
  isDeaf: boolean;
}

/** Closed when the test is over. */
export async function postgresProxy(address: string): Promise<PostgresProxy> {
  const pairs = new Set<Pair>();
  let received = 0;
  /** What makes it hang when it is asked for; null: nothing does. */
  let hangsAt: string | null = null;
  let isHung = false;
  const listener = createServer((client) => pass(client));
  const port = await listening(listener, 0);
  onTestFinished(() => close());

  function pass(client: Socket): void {
    const server = connectTo(address);
    const pair: Pair = { client, server, sent: [], isDeaf: false };
    pairs.add(pair);
    client.on('data', (data) => {
      if (hangsAt !== null && data.includes(hangsAt)) isHung = true;
      pair.sent.push(data);
      server.write(data);
    });
    server.on('data', (data) => {
      received += data.length;
      if (!pair.isDeaf && !isHung) client.write(data);
    });
    for (const socket of [client, server]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
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

  async function close(): Promise<void> {
    cut();
    await new Promise((resolve) => listener.close(resolve));
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
    close,
    async open() {
      await listening(listener, port);
    },
    passed() {
      const bytes = [...pairs].map(({ sent }) => Buffer.concat(sent.splice(0)));
      const passed = {
        roundTrips: bytes.reduce((sum, data) => sum + waits(data), 0),
        sent: bytes.reduce((sum, { length }) => sum + length, 0),
        received,
      };
      received = 0;
      return passed;
    },
  };
}

async function listening(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

function connectTo(address: string): Socket {
  const { hostname, port, searchParams } = new URL(address);
  const folder = searchParams.get('host');
  if (folder?.startsWith('/')) return connect(join(folder, `.s.PGSQL.${port || 5432}`));
  return connect(Number(port || 5432), folder ?? hostname);
}

/** Of whole messages, without the one that starts a connection: a letter, and a length that counts itself. */
function waits(data: Buffer): number {
  let found = 0;
  for (let at = 0; at + 5 <= data.length; at += 1 + data.readUInt32BE(at + 1)) {
    if ('SQ'.includes(String.fromCharCode(data[at] ?? 0))) found += 1;
  }
  return found;
}
