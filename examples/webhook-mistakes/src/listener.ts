import type { IncomingMessage, RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Endpoint } from './shop.ts';

/** Converts requests and responses, as a framework does. */
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
