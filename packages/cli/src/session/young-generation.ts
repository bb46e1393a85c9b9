import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes of the young generation: two halves of 8 MB each. */
const enough = 16 * 1024 * 1024;
/** Milliseconds between two checks of the size. A check takes 0.02 ms. */
const interval = 100;

/**
 * Node's option that freezes V8's flags, and its opposite. If the flags are frozen, changing a flag would abort the
 * process. The last option takes precedence.
 */
const freezing = /^--(no-?)?freeze[-_]flags[-_]after[-_]init$/;

/**
 * Limits V8's young generation to 16 MB. Without the limit, a gateway under load uses 80 MB more, mostly for garbage. A
 * running process cannot set the maximum (`--max-semi-space-size`), but V8 reads the growth factor repeatedly.
 *
 * Does nothing if Node's options freeze the flags.
 *
 * @returns a function that ends the observation
 */
export function limitYoungGeneration(): () => void {
  const freeze = process.execArgv.findLast((option) => freezing.test(option));
  if (freeze !== undefined && !freeze.startsWith('--no')) return () => {};
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    if (young === undefined || young.space_size < enough) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}
