import type { Express } from 'express';
import type { ExpressOptions, MockGateway } from './gateway.ts';

export type { ExpressOptions };

/**
 * Creates the gateway as an Express app. Serve it, or mount it at the root of a server. `pay_url`, `baseUrl` and the
 * other URLs begin with its `origin`, by default `http://gateway.invalid`.
 */
export function gatewayExpress(gateway: MockGateway, options?: ExpressOptions): Express {
  return gateway.express(options) as Express;
}
