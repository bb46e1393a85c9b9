import { createRequire } from 'node:module';
import type express from 'express';
import type { Express } from 'express';
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
 * The gateway as an Express app. Express is loaded here: who lets the gateway listen starts without it.
 *
 * @throws {ConfigError} for a `trustProxy` that Express does not know
 */
export function expressApp(
  answer: (request: WireRequest) => Promise<WireResponse>,
  { trustProxy = false }: ProxyTrust = {},
): Express {
  const load = createRequire(import.meta.url);
  const app = (load('express') as typeof express)();
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
