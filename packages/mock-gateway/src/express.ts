import type { Express } from 'express';
import type { ExpressOptions, MockGateway } from './gateway.ts';

export type { ExpressOptions };

/**
 * Creates the gateway as an Express app. Serve the app, or mount it at the root of a server. `pay_url`, `baseUrl` and
 * the other URLs begin with the app's `origin`, by default `http://gateway.invalid`.
 */
export function gatewayExpress(gateway: MockGateway, options?: ExpressOptions): Express {
  return gateway.express(options) as Express;
}
