import type { HttpHandler } from 'msw';
import { mswHandlers } from './adapters/msw.ts';
import type { MockGateway } from './gateway.ts';

/**
 * The gateway as MSW request handlers, for `baseUrl`, `legacyBaseUrl` and all else at its origin:
 * `setupServer(...gatewayHandlers(gateway))`. Its callbacks are requests like any other, so URLs that MSW handles
 * get them. The caller's address is 127.0.0.1.
 */
export function gatewayHandlers(gateway: MockGateway): HttpHandler[] {
  return mswHandlers(gateway);
}
