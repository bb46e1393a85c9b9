import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts a server on 127.0.0.1 and returns its port.
 *
 * @param port 0 selects a free port
 * @throws the system's own error: `EADDRINUSE`, `EACCES`
 */
export async function listening(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}
