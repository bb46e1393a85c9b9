import type { Express } from 'express';
import type { ExpressOptions } from './adapters/express.ts';
import type { MockGateway } from './gateway.ts';

export type { ExpressOptions };

/**
 * The gateway as an Express app, to be served or mounted at the root of a server of yours. `pay_url` and `baseUrl`
 * follow `gateway.listen`; an app that is served elsewhere keeps the default addresses in them.
 */
export function gatewayExpress(gateway: MockGateway, options?: ExpressOptions): Express {
  return gateway.express(options);
}
