import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Arrived {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: Buffer;
  readonly socket: Socket;
}

export type Responder = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/**
 * Starts a real HTTP server on a free port. It sends these replies in order, and repeats the last reply. The server and
 * its connections close after the test.
 */
export async function startServer(
  ...replies: readonly Responder[]
): Promise<{ readonly origin: string; readonly arrived: Arrived[]; readonly server: Server }> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const reply = replies[Math.min(arrived.length, replies.length - 1)];
      const { method, url, socket } = request;
      arrived.push({ method, url, body, socket });
      reply?.(request, response, body);
    });
  });
  const origin = await listen(server);
  return { origin, arrived, server };
}

/** Listens on a free loopback port until the end of the test. */
export async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
