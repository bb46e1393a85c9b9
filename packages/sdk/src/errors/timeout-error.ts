import { brandOf, GatewayError } from './gateway-error.ts';

/** `timeout` or `deadline` passed before a complete response, or `waitForFinal` reached its deadline. */
export class TimeoutError extends GatewayError {
  /** The same in every copy of the package. */
  override readonly name = 'TimeoutError';
}

/** Returns whether this is a `TimeoutError`, including one of another copy of the package. */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return brandOf(error) === 'TimeoutError';
}
