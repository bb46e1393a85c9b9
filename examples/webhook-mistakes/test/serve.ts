import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'vitest';
import type { Endpoint } from '../src/shop.ts';

/** Serves it on a free port until the test is over; answers the address of the callbacks. */
export async function serve(
  listener: RequestListener,
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`;
}

/** What every framework does for an endpoint of this kind. */
export function listenerOf(endpoint: Endpoint): RequestListener {
  return async (request, response) => {
    const answer = await endpoint(await requestOf(request));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
}

async function requestOf(request: IncomingMessage): Promise<Request> {
  return new Request(`http://${request.headers.host}${request.url}`, {
    method: 'POST',
    headers: { 'content-type': request.headers['content-type'] ?? '' },
    body: new Uint8Array(await buffer(request)),
  });
}
