import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Milliseconds that open connections are given to end before they are cut. */
const closeGraceMs = 2_000;
/** Milliseconds between looks for connections whose last answer has ended: Node keeps them open for the next. */
const sweepMs = 20;

export interface ListenOptions {
  /** 127.0.0.1 by default. */
  readonly host?: string | undefined;
  /** 0 takes a free one. */
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
  { host = '127.0.0.1', port = 0 }: ListenOptions,
): Promise<Listening> {
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return { host, port: address.port, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), closeGraceMs);
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
  });
}
