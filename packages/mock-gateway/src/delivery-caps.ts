import { usualCaps } from './callbacks/delivery-limiter.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';

/** Number of concurrent callback deliveries. */
export interface DeliveryCaps {
  /**
   * In total; default 32. A delivery without a response after one second no longer counts, so that a hung receiver does
   * not delay the rest.
   */
  readonly maxDeliveries?: number | undefined;
  /** Simultaneous deliveries to one host and port. Default: 4. */
  readonly maxPerReceiver?: number | undefined;
}

/** @throws {ConfigurationError} unless it is a whole number from 1 to 10,000 */
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
