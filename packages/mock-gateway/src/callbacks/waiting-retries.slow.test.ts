import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { minute } from '../../test/builders.ts';
import { broken, rigPerTest } from './scheduler-rig.contract.ts';

const rig = rigPerTest();

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Returns the number of bytes of the JavaScript heap in use. */
function held(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

const timeouts = () => process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length;

it('ten thousand callbacks that wait for retries need no timers in memory', async () => {
  const count = 10_000;
  rig().onChange = () => {};
  const { scheduler, timers } = await rig().start({ sender: async () => broken });
  const hosts = Array.from({ length: 500 }, (_, host) => `http://shop-${host}.example/callbacks`);
  // Warm up, so the code is compiled and the statements are prepared.
  await enqueue(100, hosts);
  await scheduler.runDue();
  const [heapBefore, timeoutsBefore] = [held(), timeouts()];
  await enqueue(count - 100, hosts);
  await scheduler.runDue();
  expect(rig().counts).toEqual({ pending: count, delivering: 0 });
  expect(rig().store.callbacks.nextDue()).toBe(rig().clock.now() + minute);
  // If each waiting callback used a kilobyte, ten thousand callbacks would need ten times this limit.
  expect(held() - heapBefore).toBeLessThan(1_000_000);
  expect(timeouts()).toBeLessThanOrEqual(timeoutsBefore);
  await timers.advance(minute);
  expect(rig().store.callbacks.nextDue()).toBe(rig().clock.now() + 5 * minute);
  expect(held() - heapBefore).toBeLessThan(1_000_000);
});

async function enqueue(count: number, urls: readonly string[]): Promise<void> {
  for (let made = 0; made < count; made += urls.length)
    await rig().enqueueAll(urls.slice(0, count - made).map((url) => ({ url })));
}
