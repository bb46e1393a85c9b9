import { brandOf, GatewayError } from './gateway-error.ts';

/**
 * The merchant's function ended after the lease of its claim, and meanwhile another process claimed the callback: the
 * function may have run twice. Give the store a `lease` that is longer than the function takes.
 */
export class LeaseLostError extends GatewayError {
  override readonly name = 'LeaseLostError';

  constructor() {
    super(
      'the lease of a callback ran out while it was handled, and another process took it over; ' +
        'the lease of the store must be longer than your function takes',
      { outcome: 'not_sent', attempts: 0 },
    );
  }
}

/** Whether this is a `LeaseLostError`, also of another copy of the package. */
export function isLeaseLostError(error: unknown): error is LeaseLostError {
  return brandOf(error) === 'LeaseLostError';
}
