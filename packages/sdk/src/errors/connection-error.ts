import { brandOf, GatewayError } from './gateway-error.ts';

/**
 * The connection was refused, reset or closed before a complete response. The outcome is `not_sent` only if the client
 * never connected.
 */
export class ConnectionError extends GatewayError {
  /** The class name, identical in every copy of the package. */
  override readonly name = 'ConnectionError';
}

/** Returns whether the value is a `ConnectionError`, including errors of another copy of the package. */
export function isConnectionError(error: unknown): error is ConnectionError {
  return brandOf(error) === 'ConnectionError';
}
