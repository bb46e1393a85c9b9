import { brandOf, GatewayError } from './gateway-error.ts';

/**
 * The lease ended before the merchant's function did, and another process claimed the callback. The function may have
 * run twice. Set a `lease` of the store that is longer than the function takes.
 */
export class LeaseLostError extends GatewayError {
  override readonly name = 'LeaseLostError';

  constructor() {
    super(
      'the lease of a callback ended before your function, and another process took it over; ' +
        'set a longer lease',
      { outcome: 'not_sent', attempts: 0 },
    );
  }
}

/** Returns whether this is a `LeaseLostError`, including one of another copy of the package. */
export function isLeaseLostError(error: unknown): error is LeaseLostError {
  return brandOf(error) === 'LeaseLostError';
}
