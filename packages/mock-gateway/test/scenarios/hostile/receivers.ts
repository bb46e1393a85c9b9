import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Behaviour, behaviours } from './behaviours.ts';

export interface HostileReceiver extends Pick<Behaviour, 'end' | 'slow'> {
  readonly name: string;
  readonly url: string;
}

/** Receivers of every kind, with the callbacks that arrived. */
export interface HostileReceivers {
  readonly all: readonly HostileReceiver[];
  /** Number of callbacks that arrived completely, by order. */
  readonly arrived: ReadonlyMap<string, number>;
  /** Number of connections that should not exist. */
  readonly trapped: () => number;
}

/** Name of a receiver whose host name is unknown. */
export const unknownName = 'has a name that is unknown';

/** Opens the receivers, and closes them at the end of the test. */
export async function openReceivers(): Promise<HostileReceivers> {
  const arrived = new Map<string, number>();
  let trapped = 0;
  const trap = await listen((socket) => {
    trapped += 1;
    socket.destroy();
  });
  const all: HostileReceiver[] = [
    { name: unknownName, url: 'http://nobody.invalid/callbacks', end: 'failed' },
  ];
  for (const [name, behaviour] of Object.entries(behaviours(`http://127.0.0.1:${trap}/`))) {
    const { end, slow = false, scheme = 'http' } = behaviour;
    const port = await listen((socket) => serve(socket, behaviour, arrived));
    all.push({ name, url: `${scheme}://127.0.0.1:${port}/callbacks`, end, slow });
  }
  // Find this port last, because another receiver could otherwise get it.
  all.push({ name: 'listens nowhere', url: `http://127.0.0.1:${await freePort()}/callbacks`, end: 'failed' });
  return { all, arrived, trapped: () => trapped };
}

function serve(socket: Socket, { greet, answer }: Behaviour, arrived: Map<string, number>): void {
  let here = 0;
  let read = '';
  socket.on('data', (chunk) => {
    read += chunk.toString('latin1');
    for (let body = firstBody(read); body !== null; body = firstBody(read)) {
      read = read.slice(read.indexOf(body) + body.length);
      here += 1;
      const [, orderNo = ''] = /"orderNo":"(\w+)"/.exec(body) ?? [];
      const times = (arrived.get(orderNo) ?? 0) + 1;
      arrived.set(orderNo, times);
      answer(socket, { here, times });
    }
  });
  greet?.(socket);
}

/** Returns the body of the first request if it is complete, or null. */
function firstBody(text: string): string | null {
  const head = text.indexOf('\r\n\r\n');
  const [, length = '0'] = /^content-length: (\d+)\r$/im.exec(text) ?? [];
  if (head < 0 || text.length < head + 4 + Number(length)) return null;
  return text.slice(head + 4, head + 4 + Number(length));
}

async function listen(connected: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    connected(socket);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Returns a port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
