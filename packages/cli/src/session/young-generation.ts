import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Maximum bytes of the young generation: two halves of 8 MB each. */
const most = 16 * 1024 * 1024;
/** Milliseconds between two checks of the size. A check takes 0.02 ms. */
const interval = 100;

/**
 * Node's option that freezes V8's flags, and its opposite. If the flags are frozen, changing a flag would abort the
 * process. The last option takes precedence.
 */
const freezing = /^--(no-?)?freeze[-_]flags[-_]after[-_]init$/;

/** V8's default growth factor. */
const usualFactor = 2;

/**
 * Limits V8's young generation to 16 MB. Without the limit, a gateway under load uses 80 MB more, mostly for garbage. A
 * running process cannot set the maximum (`--max-semi-space-size`), but V8 reads the growth factor repeatedly.
 *
 * V8 shrinks the young generation of an idle process. The limit then lets it grow again. With 2 MB, short-lived values
 * reach the old generation, and a create takes a sixth more CPU time.
 *
 * Does nothing if Node's options freeze the flags.
 *
 * @returns a function that ends the observation and the limit
 */
export function limitYoungGeneration(): () => void {
  const freeze = process.execArgv.findLast((option) => freezing.test(option));
  if (freeze !== undefined && !freeze.startsWith('--no')) return () => {};
  let present = usualFactor;
  const grow = (factor: number) => {
    if (factor === present) return;
    setFlagsFromString(`--semi-space-growth-factor=${factor}`);
    present = factor;
  };
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    grow(young !== undefined && young.space_size * usualFactor > most ? 1 : usualFactor);
  }, interval);
  timer.unref();
  return () => {
    clearInterval(timer);
    grow(usualFactor);
  };
}
