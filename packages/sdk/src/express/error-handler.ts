import type { IncomingMessage, ServerResponse } from 'node:http';
import { isGatewayError } from '../errors/gateway-error.ts';

/**
 * Error handler for Express. Mount it after the routes. It makes Express return 500 for an error of the SDK.
 *
 * Without the handler, Express returns the `status` of an `ApiError`, and a customer would receive the gateway's 401 or
 * 429. Later handlers receive an error without a status. Its `cause` is the SDK's error. Other errors pass unchanged.
 *
 * ```ts
 * app.use(gatewayErrorHandler);
 * ```
 */
export function gatewayErrorHandler(
  error: unknown,
  _request: IncomingMessage,
  _response: ServerResponse,
  next: (error: unknown) => void,
): void {
  next(isGatewayError(error) ? new Error(error.message, { cause: error }) : error);
}
