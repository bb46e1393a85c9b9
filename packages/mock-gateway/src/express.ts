import type { Express } from 'express';
import type { ExpressOptions, MockGateway } from './gateway.ts';

export type { ExpressOptions };

/**
 * The gateway as an Express app, to be served or mounted at the root of a server of yours. Its `origin` is what
 * `pay_url`, `baseUrl` and the other addresses say; without one they name an address that nobody serves.
 */
export function gatewayExpress(gateway: MockGateway, options?: ExpressOptions): Express {
  return gateway.express(options) as Express;
}
