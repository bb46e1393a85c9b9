import { brandOf, GatewayError } from './gateway-error.ts';

/**
 * The store's lease ended before your function finished, and another process claimed the callback. Your function may
 * have run twice. Set the store's `lease` to a longer time than your function needs.
 */
export class LeaseLostError extends GatewayError {
  override readonly name = 'LeaseLostError';

  constructor() {
    super(
      'the lease of a callback ended before your function finished, and another process took over the callback; ' +
        'set a longer lease',
      { outcome: 'not_sent', attempts: 0 },
    );
  }
}

/** Returns whether the value is a `LeaseLostError`, including errors of another copy of the package. */
export function isLeaseLostError(error: unknown): error is LeaseLostError {
  return brandOf(error) === 'LeaseLostError';
}
