import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Report of a measured server about itself. */
export interface Report {
  /** CPU seconds of all threads since the start. */
  readonly processor: number;
  /** Resident memory in bytes. */
  readonly resident: number;
  /** JavaScript heap in bytes. */
  readonly heap: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Sends `report()` to the parent process on request. */
export function reportOnDemand(): void {
  process.on('message', (asked) => process.send?.(report(asked === 'collected')));
  process.once('disconnect', () => process.exit());
  process.channel?.unref();
}

/** @param collected true to collect garbage first, only for memory measurements because it takes CPU time */
function report(collected: boolean): Report {
  const { user, system } = process.cpuUsage();
  if (collected) collect();
  const { rss, heapUsed } = process.memoryUsage();
  return { processor: (user + system) / 1e6, resident: rss, heap: heapUsed };
}
