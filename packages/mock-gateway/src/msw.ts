import type { HttpHandler } from 'msw';
import type { MockGateway } from './gateway.ts';
import { mswHandlers } from './http/adapters/msw.ts';

/**
 * Creates MSW request handlers for the gateway, for `baseUrl`, `legacyBaseUrl` and every other path at its origin:
 * `setupServer(...gatewayHandlers(gateway))`. MSW also handles callbacks to the URLs of its handlers. The client's IP
 * address is 127.0.0.1.
 */
export function gatewayHandlers(gateway: MockGateway): HttpHandler[] {
  return mswHandlers(gateway);
}
