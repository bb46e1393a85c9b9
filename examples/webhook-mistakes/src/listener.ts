import type { IncomingMessage, RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Endpoint } from './shop.ts';

/** Converts requests and responses, as a framework does, also if the endpoint fails or a request is cut. */
export function listenerOf(endpoint: Endpoint): RequestListener {
  const answerTo = async (request: IncomingMessage) => endpoint(await requestOf(request));
  return async (request, response) => {
    const answer = await answerTo(request).catch(() => new Response('try again later', { status: 500 }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
}

async function requestOf(request: IncomingMessage): Promise<Request> {
  return new Request('http://localhost/callbacks', {
    method: 'POST',
    headers: { 'content-type': request.headers['content-type'] ?? '' },
    body: new Uint8Array(await buffer(request)),
  });
}
