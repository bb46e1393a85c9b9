import express, { type Express } from 'express';
import type { WireRequest, WireResponse } from '../http/exchange.ts';
import { toWireRequest, writeWireResponse } from './node-http.ts';

/** How the Express app learns the caller's address. */
export interface ExpressOptions {
  /**
   * Express's `trust proxy`: believe `X-Forwarded-For` of these proxies. Off by default, so that nobody walks past
   * an IP allow-list with a header (spec: Authentication 5).
   */
  readonly trustProxy?: boolean | number | string;
}

/** The gateway as an Express app. */
export function expressApp(
  answer: (request: WireRequest) => Promise<WireResponse>,
  { trustProxy = false }: ExpressOptions = {},
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);
  app.use(async (request, response) => {
    await writeWireResponse(response, await answer(toWireRequest(request, response, request.ip ?? '')));
  });
  return app;
}
