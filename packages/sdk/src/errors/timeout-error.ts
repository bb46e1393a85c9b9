import { brandOf, GatewayError } from './gateway-error.ts';

/** The call reached its `timeout` or `deadline` before a complete response, or `waitForFinal` reached its deadline. */
export class TimeoutError extends GatewayError {
  /** The class name, identical in every copy of the package. */
  override readonly name = 'TimeoutError';
}

/** Returns whether the value is a `TimeoutError`, including errors of another copy of the package. */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return brandOf(error) === 'TimeoutError';
}
