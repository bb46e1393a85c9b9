import { type CallbackCredentials, createCallbackHandler } from '@inrgate/sdk/callbacks';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Order, Shop } from './shop.ts';

/** A shop on Fastify. */
export function createApp(shop: Shop, credentials: CallbackCredentials): FastifyInstance {
  const handle = createCallbackHandler({
    ...credentials,
    onPayin: (callback) => shop.settle(callback),
    onPayout: (callback) => shop.settlePayout(callback),
  });
  const app = Fastify();

  app.register(async (callbacks) => {
    // Replaces the parsers only in this scope. Fastify's own parsers discard the raw body that the handler verifies.
    callbacks.removeAllContentTypeParsers();
    callbacks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    callbacks.post<{ Body: Buffer<ArrayBuffer> }>('/callbacks', ({ url, headers, body }) =>
      handle(
        new Request(new URL(url, 'http://localhost'), {
          method: 'POST',
          headers: { 'content-type': headers['content-type'] ?? '' },
          body,
        }),
      ),
    );
  });

  app.post<{ Body: Order }>('/orders', ({ body }, reply) => reply.code(201).send(shop.take(body)));
  app.get<{ Querystring: Order }>('/credited', ({ query }) => shop.credited(query.mchOrderNo));
  return app;
}
