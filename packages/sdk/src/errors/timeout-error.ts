import { brandOf, GatewayError } from './gateway-error.ts';

/** No whole answer within `timeout` or `deadline`; or `waitForFinal` reached its deadline. */
export class TimeoutError extends GatewayError {
  /** Also in every copy of the package. */
  override readonly name = 'TimeoutError';
}

/** Whether this is a `TimeoutError`, also of another copy of the package. */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return brandOf(error) === 'TimeoutError';
}
