import type { IncomingMessage, ServerResponse } from 'node:http';
import { isGatewayError } from '../errors/gateway-error.ts';

/**
 * An error handler for Express, to be mounted after the routes. Express responds with an error's `status`, and that of an
 * `ApiError` is the gateway's: a customer would see its 401 or 429. With this handler Express responds 500, and the
 * handlers after it get an error without a status, whose `cause` is the SDK's. Other errors pass unchanged.
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
