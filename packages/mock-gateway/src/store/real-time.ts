/**
 * Real-time functions, saved at load time, because a test with fake timers must stop neither the store nor the leases.
 */
const { setTimeout: later, clearTimeout: never, setImmediate: soon, clearImmediate: notSoon } = globalThis;
const { setInterval: repeat, clearInterval: callOff } = globalThis;
const clock = performance.now.bind(performance);

/** Monotonic real time in milliseconds. */
export function elapsed(): number {
  return clock();
}

/** Calls a function after this number of real milliseconds. The returned function cancels the call. */
export function after(ms: number, call: () => void): () => void {
  const timer = later(call, ms);
  return () => never(timer);
}

/** Calls a function at the end of this turn of the event loop. The returned function cancels the call. */
export function atEndOfTurn(call: () => void): () => void {
  const immediate = soon(call);
  return () => notSoon(immediate);
}

/**
 * Returns the result of `work` before `end`, a time by `elapsed` that can move. Rejects at `end`. If the result arrives
 * later, calls `late` with it.
 */
export function before<T>(end: () => number, work: Promise<T>, late: () => void): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const look = () => {
    const left = end() - elapsed();
    if (left > 0) {
      timer = later(look, left);
      return;
    }
    reject(new Error('the database took too long'));
    late();
  };
  let timer = later(look, Math.max(0, end() - elapsed()));
  work.then(resolve, reject).finally(() => never(timer));
  return promise;
}

/**
 * Calls a function at an interval of real milliseconds without keeping the process alive. The returned function stops
 * the calls.
 */
export function every(ms: number, call: () => void): () => void {
  const timer = repeat(call, ms);
  timer.unref();
  return () => callOff(timer);
}
