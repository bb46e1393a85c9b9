/**
 * The gateway's only clock, for timestamps, timers, rate windows, locks and daily limits. The clock never moves
 * backwards.
 */
export interface Clock {
  now(): number;
}
