import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Milliseconds after which a closing server closes its open connections. */
const closeGraceMs = 2_000;
/** Milliseconds between sweeps that close idle connections, because Node keeps these open for the next request. */
const sweepMs = 20;

/**
 * Maximum milliseconds for the arrival of a whole request. The limit bounds the memory and sockets of incomplete
 * requests.
 */
const requestTimeoutMs = 30_000;
/** Milliseconds between sweeps that end late requests. */
const sweepRequestsMs = 2_500;

/** Host and port to listen on. */
export interface ListenAddress {
  /** Host name or IP address. Default 127.0.0.1. An IP address that is not loopback requires a `controlToken`. */
  readonly host?: string | undefined;
  /** TCP port. The default, 0, selects a free port. */
  readonly port?: number | undefined;
}

/** A listening server. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  /** Stops accepting connections, waits briefly for open responses, then closes the remaining connections. */
  close(): Promise<void>;
}

/** @throws the system error: `EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL` */
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

/**
 * Returns the connections without a request so far. Clients open connections in advance, and Node does not count these
 * connections as idle.
 */
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
