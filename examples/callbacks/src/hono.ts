import { type CallbackCredentials, createCallbackHandler } from '@inrgate/sdk/callbacks';
import { Hono } from 'hono';
import type { Order, Shop } from './shop.ts';

/** A shop on Hono, for any runtime of Hono. */
export function createApp(shop: Shop, credentials: CallbackCredentials): Hono {
  const handle = createCallbackHandler({
    ...credentials,
    onPayin: (callback) => shop.settle(callback),
    onPayout: (callback) => shop.settlePayout(callback),
  });
  const app = new Hono();

  // Pass the unread request. Do not call `c.req.json()` or `c.req.parseBody()` before the handler.
  app.post('/callbacks', (c) => handle(c.req.raw));

  app.post('/orders', async (c) => c.json(shop.take(await c.req.json<Order>()), 201));
  app.get('/credited', (c) => c.json(shop.credited(c.req.query('mchOrderNo') ?? '')));
  return app;
}
