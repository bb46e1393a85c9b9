import type { HttpHandler } from 'msw';
import type { MockGateway } from './gateway.ts';
import { mswHandlers } from './http/adapters/msw.ts';

/**
 * Creates MSW request handlers for `baseUrl`, `legacyBaseUrl` and every other path at the gateway's origin:
 * `setupServer(...gatewayHandlers(gateway))`. MSW also handles the gateway's callbacks if their URL matches a handler.
 * The client's IP address is 127.0.0.1.
 */
export function gatewayHandlers(gateway: MockGateway): HttpHandler[] {
  return mswHandlers(gateway);
}
