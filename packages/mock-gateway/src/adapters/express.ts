import express, { type Express } from 'express';
import { ConfigError } from '../configuration/config-error.ts';
import type { WireRequest, WireResponse } from '../wire/exchange.ts';
import { toWireRequest, writeWireResponse } from './node-http.ts';

/** How the caller's address is learned. */
export interface ProxyTrust {
  /**
   * Express's `trust proxy`: believe `X-Forwarded-For` of these proxies. Off by default, so that nobody walks past
   * an IP allow-list with a header (spec: Authentication 5).
   */
  readonly trustProxy?: boolean | number | string | undefined;
}

/**
 * The gateway as an Express app.
 *
 * @throws {ConfigError} for a `trustProxy` that Express does not know
 */
export function expressApp(
  answer: (request: WireRequest) => Promise<WireResponse>,
  { trustProxy = false }: ProxyTrust = {},
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  try {
    app.set('trust proxy', trustProxy);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ConfigError('trustProxy', 'must be IP addresses and CIDR blocks, or what else Express takes');
  }
  app.use(async (request, response) => {
    await writeWireResponse(response, await answer(toWireRequest(request, response, request.ip ?? '')));
  });
  return app;
}
