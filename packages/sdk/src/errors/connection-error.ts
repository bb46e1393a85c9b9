import { brandOf, GatewayError } from './gateway-error.ts';

/**
 * The connection was refused, reset or cut before a complete response. The outcome is `not_sent` only if no
 * connection was established.
 */
export class ConnectionError extends GatewayError {
  /** The same in every copy of the package. */
  override readonly name = 'ConnectionError';
}

/** Returns whether this is a `ConnectionError`, including one of another copy of the package. */
export function isConnectionError(error: unknown): error is ConnectionError {
  return brandOf(error) === 'ConnectionError';
}
