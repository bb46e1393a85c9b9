import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Sends a report about the process to its parent on request. This file is JavaScript, because Node needs 16 MB more
 * memory after it has loaded TypeScript.
 */

setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collect = runInNewContext('gc');

process.on('message', (asked) => process.send?.(report(asked === 'collected')));
process.once('disconnect', () => process.exit());
process.channel?.unref();

/**
 * @param {boolean} collected true to collect garbage first. Only memory measurements set it, because garbage collection
 * takes CPU time
 * @returns {import('./start-server.ts').Report}
 */
function report(collected) {
  const { user, system } = process.cpuUsage();
  if (collected) collect();
  const { rss, heapUsed } = process.memoryUsage();
  return { processor: (user + system) / 1e6, resident: rss, heap: heapUsed };
}
