import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that a merchant's server received. */
export interface Received {
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: Buffer;
}

export type Reply = (response: Parameters<RequestListener>[1], received: Received) => void;

export interface MerchantServer {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

export async function merchantServer(
  reply: Reply = (response) => response.end('success'),
): Promise<MerchantServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const one = {
      path: request.url ?? '',
      contentType: request.headers['content-type'],
      body: await bodyOf(request),
    };
    received.push(one);
    reply(response, one);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hooks`, received, close };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
