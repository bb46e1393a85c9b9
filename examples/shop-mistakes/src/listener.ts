import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import type { Shop } from './shop.ts';

/** The paths of a shop, and its probe. */
export function listenerOf(shop: Shop): RequestListener {
  return (request, response) => {
    respond(shop, request, response).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      response.writeHead(500).end('that did not work');
    });
  };
}

async function respond(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const mchOrderNo = searchParams.get('mchOrderNo') ?? '';
  const body = await textOf(request);
  switch (`${request.method} ${pathname}`) {
    case 'POST /orders':
      response.end(JSON.stringify(await shop.order(JSON.parse(body).amount)));
      break;
    case 'POST /callbacks': {
      const { status, text } = await shop.receive(body, request.headers['content-type'] ?? '');
      response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
      break;
    }
    case 'GET /return':
      await shop.returnPage(mchOrderNo);
      response.end('Thank you. Your order is below.');
      break;
    case 'GET /credited':
      response.end(JSON.stringify(shop.database.credited(mchOrderNo)));
      break;
    default:
      response.writeHead(404).end('not found');
  }
}
