/** Closes the resources of a test when it ends, even if tests run concurrently. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { aroundEach } from 'vitest';

export type End = () => unknown;

const ends = new AsyncLocalStorage<End[]>();

/** Enables `atTestEnd` for the tests of the file, because `onTestFinished` cannot identify the calling test. */
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

/** Runs `end` after the calling test, the latest registration first. */
export function atTestEnd(end: End): void {
  const own = ends.getStore();
  if (own === undefined) throw new Error('the file does not call trackTests');
  own.push(end);
}
