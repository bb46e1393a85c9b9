import type { IncomingMessage, ServerResponse } from 'node:http';
import { isGatewayError } from '../errors/gateway-error.ts';

/**
 * Error handler for Express, mounted after the routes. Without it, Express responds with the `status` of an
 * `ApiError`. A customer would then get the gateway's 401 or 429. With it, Express responds with 500. Later handlers
 * get an error without a status, whose `cause` is the SDK's error. Other errors pass unchanged.
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
