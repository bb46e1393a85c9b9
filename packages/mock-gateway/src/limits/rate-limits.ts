/** Seconds until the next allowed call, or null if this call is allowed. */
export type RetryAfterSeconds = number | null;

/**
 * Rate limit of callers. Of 50 concurrent calls, exactly `limit` pass (spec:
 * Limits; reading: order of checks 7).
 */
export interface RateLimits {
  /**
   * Allows `limit` calls of one caller in any 60 seconds. Each allowed call counts, regardless of its response. After
   * the returned time, the caller's next call is allowed.
   *
   * @param caller identifier from the request, so its length is unbounded
   * @param now epoch milliseconds on the gateway's clock
   */
  admit(caller: string, limit: number, now: number): Promise<RetryAfterSeconds>;
}
