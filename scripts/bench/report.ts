import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Report of a measured server about itself. */
export interface Report {
  /** Seconds of the processor since it was started, all threads together. */
  readonly processor: number;
  /** Bytes that it has of the machine. */
  readonly resident: number;
  /** Bytes of them that are values of JavaScript. */
  readonly heap: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Sends `report()` to the parent process on request. */
export function reportOnDemand(): void {
  process.on('message', (asked) => process.send?.(report(asked === 'collected')));
  // The parent process has gone.
  process.once('disconnect', () => process.exit());
  // To be asked does not keep it alive.
  process.channel?.unref();
}

/** @param collected garbage collection also takes CPU time, so only memory measurements request it */
function report(collected: boolean): Report {
  const { user, system } = process.cpuUsage();
  if (collected) collect();
  const { rss, heapUsed } = process.memoryUsage();
  return { processor: (user + system) / 1e6, resident: rss, heap: heapUsed };
}
