import type { HttpHandler } from 'msw';
import type { MockGateway } from './gateway.ts';
import { mswHandlers } from './http/adapters/msw.ts';

/**
 * The gateway as MSW request handlers, for `baseUrl`, `legacyBaseUrl` and every other path at its origin:
 * `setupServer(...gatewayHandlers(gateway))`. Its callbacks are requests like any other, so URLs that MSW handles
 * get them. The caller's IP address is 127.0.0.1.
 */
export function gatewayHandlers(gateway: MockGateway): HttpHandler[] {
  return mswHandlers(gateway);
}
