import type { Express } from 'express';
import type { ExpressOptions, MockGateway } from './gateway.ts';

export type { ExpressOptions };

/**
 * The gateway as an Express app, to serve or mount at the root of a server. `pay_url`, `baseUrl` and the other URLs
 * begin with its `origin`. Without one they begin with `http://gateway.invalid`.
 */
export function gatewayExpress(gateway: MockGateway, options?: ExpressOptions): Express {
  return gateway.express(options) as Express;
}
