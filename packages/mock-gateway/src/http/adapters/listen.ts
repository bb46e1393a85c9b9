import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Milliseconds that open connections are given to end before they are cut. */
const closeGraceMs = 2_000;
/** Milliseconds between looks for connections whose last answer has ended: Node keeps them open for the next. */
const sweepMs = 20;

/** Milliseconds in which a request has to arrive whole: one that stops short holds its memory and its socket for no longer. */
const requestTimeoutMs = 30_000;
/** Milliseconds between looks for requests that have not arrived in time. */
const sweepRequestsMs = 2_500;

/** Where to listen. */
export interface ListenAddress {
  /** A name or an address, 127.0.0.1 by default; one that is not loopback needs a `controlToken`. */
  readonly host?: string | undefined;
  /** 0, the default, takes a free one. */
  readonly port?: number | undefined;
}

/** A server that listens. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  /** Stops accepting, lets answers end for a moment, then cuts what is left. */
  close(): Promise<void>;
}

/** @throws the system's own error: `EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL` */
export async function listen(
  listener: RequestListener,
  { host = '127.0.0.1', port = 0 }: ListenAddress,
): Promise<Listening> {
  const server = createServer(
    { requestTimeout: requestTimeoutMs, connectionsCheckingInterval: sweepRequestsMs },
    listener,
  );
  const unused = unusedConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return { host, port: address.port, close: () => close(server, unused) };
}

/** Connections on which nothing was asked yet: clients open some in advance, and Node does not count them as idle. */
function unusedConnections(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return unused;
}

function close(server: Server, unused: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), closeGraceMs);
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of unused) socket.destroy();
    }, sweepMs);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
  });
}
