// Folder clock: the time of the gateway, and the timers that run what is due.
/**
 * The gateway's only clock, for timestamps, timers, rate windows, locks and daily limits. The clock never moves
 * backwards.
 */
export interface Clock {
  now(): number;
}
