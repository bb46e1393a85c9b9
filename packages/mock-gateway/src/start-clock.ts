import { GatewayClock } from './clock/gateway-clock.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';
import type { StoredClock } from './store/store.ts';

export interface ClockOptions {
  /** ISO 8601 instant with its offset, by default real time. */
  readonly now?: string | undefined;
  readonly mode?: 'running' | 'frozen' | undefined;
}

/**
 * Creates a clock that shows the time of the options, or the stored time if it is later.
 *
 * @throws {ConfigurationError} for an invalid instant, or an instant before the time of a stored clock
 */
export function startClock(stored: StoredClock | null, options: ClockOptions): GatewayClock {
  const clock = new GatewayClock({ stored });
  beginAs(clock, stored !== null, options);
  return clock;
}

function beginAs(clock: GatewayClock, isStored: boolean, { now, mode }: ClockOptions): void {
  if (now === undefined) {
    if (mode === 'frozen') clock.freeze();
    return;
  }
  const at = Date.parse(now);
  if (Number.isNaN(at))
    throw new ConfigurationError('clock.now', 'must be an ISO 8601 instant with its offset');
  if (isStored && at < clock.now()) {
    throw new ConfigurationError(
      'clock.now',
      'is before the stored clock time, and the clock only moves forward',
    );
  }
  clock.begin({ offset: at - clock.realTime, frozenAt: mode === 'frozen' ? at : null });
}
