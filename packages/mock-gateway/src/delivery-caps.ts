import { usualCaps } from './callbacks/delivery-limiter.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';

/** Limits for concurrent callback deliveries. */
export interface DeliveryCaps {
  /**
   * Maximum number of deliveries in total. Default 32. After one second without a response, a delivery no longer
   * counts, so a hung receiver does not delay other receivers.
   */
  readonly maxDeliveries?: number | undefined;
  /** Maximum number of deliveries to one host and port. Default 4. */
  readonly maxPerReceiver?: number | undefined;
}

/** @throws {ConfigurationError} unless each limit is a whole number from 1 to 10,000 */
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
