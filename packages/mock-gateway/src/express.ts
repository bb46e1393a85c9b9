import type { Express } from 'express';
import type { ExpressOptions, MockGateway } from './gateway.ts';

export type { ExpressOptions };

/**
 * The gateway as an Express app, to serve or mount at the root of a server. `pay_url`, `baseUrl` and the other URLs
 * begin with its `origin`. Without one they begin with an origin that no server has.
 */
export function gatewayExpress(gateway: MockGateway, options?: ExpressOptions): Express {
  return gateway.express(options) as Express;
}
