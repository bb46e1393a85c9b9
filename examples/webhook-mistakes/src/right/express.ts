import { callbackMiddleware } from '@inrgate/sdk/express';
import { parseAmount } from '@inrgate/sdk/protocol';
import express, { type Express } from 'express';
import type { Credentials, Shop } from '../shop.ts';

/** The SDK's middleware on Express, registered before any body parser. */
export function expressApp(shop: Shop, credentials: Credentials): Express {
  const app = express();
  app.post(
    '/callbacks',
    callbackMiddleware({
      ...credentials,
      onError: () => {},
      onPayin: ({ mchOrderNo, status, paidAmount }) => {
        // Throws without a paidAmount, so the gateway sends the callback again.
        if (status === 'success') shop.credit(mchOrderNo, parseAmount(paidAmount ?? ''));
      },
      onLink: ({ clientRef, amount }) => shop.credit(clientRef, parseAmount(amount)),
      onPayout: () => {},
    }),
  );
  return app;
}
