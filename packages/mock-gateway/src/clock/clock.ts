/** What time it is. One clock for timestamps, timers, rate windows, locks and daily limits; never goes back. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}
