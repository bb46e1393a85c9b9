import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What a server that is measured says about itself. */
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

/** Answers `report()` of whoever started this process. */
export function reportOnDemand(): void {
  process.on('message', (asked) => process.send?.(report(asked === 'collected')));
  // Whoever has started it has gone.
  process.once('disconnect', () => process.exit());
  // To be asked does not keep it alive.
  process.channel?.unref();
}

/** @param collected to collect takes of the processor too, so it is asked for where memory is measured */
function report(collected: boolean): Report {
  const { user, system } = process.cpuUsage();
  if (collected) collect();
  const { rss, heapUsed } = process.memoryUsage();
  return { processor: (user + system) / 1e6, resident: rss, heap: heapUsed };
}
