import { type CallbackCredentials, createCallbackHandler } from '@inrgate/sdk/callbacks';
import { Hono } from 'hono';
import type { Order, Shop } from './shop.ts';

/** A shop on Hono, for any runtime of Hono. */
export function createApp(shop: Shop, credentials: CallbackCredentials): Hono {
  const handle = createCallbackHandler({
    ...credentials,
    onPayin: (callback) => shop.settle(callback),
  });
  const app = new Hono();

  // The unread request. Do not call `c.req.json()` or `c.req.parseBody()` before this.
  app.post('/callbacks', (c) => handle(c.req.raw));

  app.post('/orders', async (c) => {
    shop.take(await c.req.json<Order>());
    return c.json({}, 201);
  });
  app.get('/orders/:mchOrderNo', (c) => c.json({ payments: shop.paymentsOf(c.req.param('mchOrderNo')) }));
  return app;
}
