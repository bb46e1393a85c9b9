import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What a process and its PostgreSQL have said to each other. */
export interface Said {
  /** Answers of the database that whoever asked has to wait for: a statement, or several that are sent at once. */
  readonly roundTrips: number;
  /** Both ways. */
  readonly bytes: number;
}

/** A way to a database on which all that is said is counted. */
export interface Conversation {
  /** The address to give to who is counted. */
  readonly url: string;
  said(): Said;
  close(): Promise<void>;
}

/** Goes on to the database of that address, by whichever way that names. */
export async function countedWayTo(address: string): Promise<Conversation> {
  const url = new URL(address);
  const folder = url.searchParams.get('host');
  const onwards = () =>
    folder === null
      ? connect(Number(url.port || 5432), url.hostname)
      : connect(`${folder}/.s.PGSQL.${url.port || 5432}`);
  const said = { roundTrips: 0, bytes: 0 };
  const server = createServer((client) => pass(client, onwards(), said));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.searchParams.delete('host');
  const own = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const user = url.username === '' ? '' : `${url.username}:${url.password}@`;
  return {
    url: `postgres://${user}${own}${url.pathname}?${url.searchParams}`,
    said: () => ({ ...said }),
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

function pass(client: Socket, database: Socket, said: { roundTrips: number; bytes: number }): void {
  const count = messageCounter('Z', () => {
    said.roundTrips += 1;
  });
  client.on('data', (chunk) => {
    said.bytes += chunk.length;
  });
  database.on('data', (chunk) => {
    said.bytes += chunk.length;
    count(chunk as Buffer);
  });
  for (const [from, to] of [
    [client, database],
    [database, client],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
  }
}

/** Calls for each whole message of a type: one letter, and how long the rest is, the length included. */
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
