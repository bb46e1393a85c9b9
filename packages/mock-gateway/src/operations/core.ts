import type { Clock } from '../clock/clock.ts';
import type { Store } from '../store/store.ts';
import type { Ids } from './ids.ts';

/**
 * What an operation needs of the gateway. An operation loads, decides and writes in one turn of the event loop. Whoever
 * responds to a client first awaits `store.onDisk()`.
 */
export interface Core {
  readonly store: Store;
  readonly clock: Clock;
  /** Generated values. */
  readonly ids: Ids;
}
