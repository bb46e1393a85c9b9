/** Seconds to wait; null when the call is let through. */
export type RetryAfterSeconds = number | null;

/**
 * How often a caller may call. Several gateways over one backend count together: of 50 calls at once, however they are
 * spread, exactly `limit` pass (spec: Limits; reading: order of checks 7).
 */
export interface RateLimits {
  /**
   * No more than `limit` calls of one caller in any 60 seconds. Calls that are let through count, whatever they are
   * answered afterwards; a caller who waits as told is let through.
   *
   * @param caller whatever the request claims to be, so of any length
   * @param now epoch ms on the gateway's clock
   */
  admit(caller: string, limit: number, now: number): Promise<RetryAfterSeconds>;
}
