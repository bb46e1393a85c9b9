import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import type { Delivery, DeliveryResult } from '@inrgate/conformance/internal';
import { afterEach } from 'vitest';

/** Starts receivers on free ports and closes them after each test. */
export function receiversPerTest() {
  const servers: { readonly server: Server | TcpServer; readonly sockets: Set<Socket> }[] = [];
  afterEach(async () => {
    for (const { server, sockets } of servers.splice(0)) {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    }
  });

  async function start(server: Server | TcpServer): Promise<string> {
    const sockets = new Set<Socket>();
    servers.push({ server, sockets });
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks?shop=1`;
  }

  return {
    /** Keep idle connections open, because on a busy machine a connection in use can look idle. */
    listenHttp: (listener: RequestListener) => start(createHttpServer({ keepAliveTimeout: 0 }, listener)),
    /** Starts a server that responds to the first bytes of a connection with any bytes. */
    listenTcp: (answer: (socket: Socket) => void) =>
      start(createTcpServer((socket) => void socket.once('data', () => answer(socket)))),
    /** Starts a server that handles each connection from its beginning. */
    listenSockets: (connected: (socket: Socket) => void) => start(createTcpServer(connected)),
    /** Closes the server that started first. */
    closeOne: async () => {
      const [closed] = servers.splice(0, 1);
      await new Promise((done) => closed?.server.close(done));
    },
  };
}

export const delivery = (url: string, fields: Partial<Delivery> = {}): Delivery => ({
  url,
  format: 'json',
  body: '{"status":"success"}',
  ...fields,
});
export const never = () => new AbortController().signal;
export const bodyOf = ({ body }: DeliveryResult) => (body === null ? null : new TextDecoder().decode(body));
