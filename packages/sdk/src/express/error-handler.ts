import type { IncomingMessage, ServerResponse } from 'node:http';
import { isGatewayError } from '../errors/errors.ts';

/**
 * Error handler for Express. Mount it after the routes. Express then returns 500 for an error of the SDK.
 *
 * Without the handler, Express returns the `status` of an `ApiError`, and a customer would receive the gateway's 401 or
 * 429. This handler passes an error without a status to the later handlers. The `cause` of this error is the SDK's
 * error. Other errors pass unchanged.
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
