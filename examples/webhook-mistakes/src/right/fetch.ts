import { createCallbackHandler } from '@inrgate/sdk/callbacks';
import { parseAmount } from '@inrgate/sdk/protocol';
import type { MakeEndpoint } from '../shop.ts';

/** The SDK's handler for the Fetch API, for Next.js, Hono, Deno, Bun and workers. */
export const fetchEndpoint: MakeEndpoint = (shop, credentials) =>
  createCallbackHandler({
    ...credentials,
    onError: () => {},
    onPayin: ({ mchOrderNo, status, paidAmount }) => {
      // Throws without a paidAmount, so the gateway sends the callback again.
      if (status === 'success') shop.credit(mchOrderNo, parseAmount(paidAmount ?? ''));
    },
    onLink: ({ clientRef, amount }) => shop.credit(clientRef, parseAmount(amount)),
    onPayout: () => {},
  });
