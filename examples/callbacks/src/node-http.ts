import { createServer, type IncomingMessage, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { type CallbackCredentials, createCallbackHandler } from '@inrgate/sdk/callbacks';
import type { Order, Shop } from './shop.ts';

/**
 * A shop on `node:http`. The example shows how any server on Node calls the Fetch API handler. Alternatively,
 * `callbackMiddleware` of `@inrgate/sdk/express` accepts the request and the response of `node:http`.
 */
export function createShopServer(shop: Shop, credentials: CallbackCredentials): Server {
  const handle = createCallbackHandler({
    ...credentials,
    onPayin: (callback) => shop.settle(callback),
    onPayout: (callback) => shop.settlePayout(callback),
  });

  const answer = async (incoming: IncomingMessage): Promise<Response> => {
    const { method, url = '/' } = incoming;
    if (method === 'POST' && url === '/callbacks') return handle(toRequest(incoming));
    if (method === 'POST' && url === '/orders') {
      return Response.json(shop.take((await json(incoming)) as Order), { status: 201 });
    }
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (method !== 'GET' || pathname !== '/credited') return new Response(null, { status: 404 });
    return Response.json(shop.credited(searchParams.get('mchOrderNo') ?? ''));
  };

  return createServer(async (incoming, outgoing) => {
    const response = await answer(incoming).catch(() => new Response(null, { status: 500 }));
    outgoing.writeHead(response.status, [...response.headers].flat()).end(await response.text());
  });
}

/** Converts the request. The body stays a stream, so the handler can stop reading an oversized body. */
function toRequest(incoming: IncomingMessage): Request {
  return new Request(new URL(incoming.url ?? '/', 'http://localhost'), {
    method: 'POST',
    headers: { 'content-type': incoming.headers['content-type'] ?? '' },
    body: incoming,
    duplex: 'half',
  });
}
