import { usualCaps } from './callbacks/delivery-limiter.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';

/** How many callbacks are on their way at once. */
export interface DeliveryCaps {
  /**
   * In all; 32 when it is left out. What has waited for more than a second for its answer counts no more, so that
   * receivers that hang delay no others.
   */
  readonly maxDeliveries?: number | undefined;
  /** To one host and port; 4 when it is left out. */
  readonly maxPerReceiver?: number | undefined;
}

/** @throws {ConfigurationError} for what is not a whole number from 1 to 10,000 */
export function checkedCaps({ maxDeliveries, maxPerReceiver }: DeliveryCaps): typeof usualCaps {
  return {
    maxDeliveries: checked('maxDeliveries', maxDeliveries),
    maxPerReceiver: checked('maxPerReceiver', maxPerReceiver),
  };
}

function checked(key: keyof typeof usualCaps, value: number = usualCaps[key]): number {
  if (Number.isInteger(value) && value >= 1 && value <= 10_000) return value;
  throw new ConfigurationError(key, 'must be a whole number from 1 to 10,000');
}
