import type { CallbackCredentials } from '@inrgate/sdk/callbacks';
import { callbackMiddleware } from '@inrgate/sdk/express';
import express, { type Express } from 'express';
import type { Shop } from './shop.ts';

/** A shop on Express. */
export function createApp(shop: Shop, credentials: CallbackCredentials): Express {
  const app = express();

  // Register the route before any body parser, because the handler verifies the raw body.
  app.post(
    '/callbacks',
    callbackMiddleware({
      ...credentials,
      onPayin: (callback) => shop.settle(callback),
      onPayout: (callback) => shop.settlePayout(callback),
    }),
  );

  app.use(express.json());
  app.post('/orders', ({ body }, response) => {
    response.status(201).json(shop.take(body));
  });
  app.get('/credited', ({ query }, response) => {
    response.json(shop.credited(String(query['mchOrderNo'])));
  });
  return app;
}
