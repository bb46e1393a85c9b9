/** Closes the resources of a test at its end, even if several tests of a file run at once. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { aroundEach } from 'vitest';

type End = () => unknown;

const ends = new AsyncLocalStorage<End[]>();

/** Lets the tests of the file register with `atTestEnd`: `onTestFinished` does not know which of them calls it. */
export function trackTests(): void {
  aroundEach(async (runTest) => {
    const own: End[] = [];
    try {
      await ends.run(own, runTest);
    } finally {
      for (const end of own.reverse()) await end();
    }
  });
}

/** Runs `end` when the test that calls this has ended, the latest first. */
export function atTestEnd(end: End): void {
  const own = ends.getStore();
  if (own === undefined) throw new Error('the file does not call trackTests');
  own.push(end);
}
