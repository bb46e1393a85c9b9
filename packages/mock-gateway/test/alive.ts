import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Returns the number of bytes in use. Waits, because buffers are freed shortly after their owners. */
export async function alive(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    collect();
    await setImmediate();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
