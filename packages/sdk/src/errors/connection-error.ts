import { brandOf, GatewayError } from './gateway-error.ts';

/**
 * No whole answer arrived: the connection was refused, reset or cut. The outcome is `not_sent` only where it is
 * certain that no connection came about.
 */
export class ConnectionError extends GatewayError {
  /** Also in every copy of the package. */
  override readonly name = 'ConnectionError';
}

/** Whether this is a `ConnectionError`, also of another copy of the package. */
export function isConnectionError(error: unknown): error is ConnectionError {
  return brandOf(error) === 'ConnectionError';
}
