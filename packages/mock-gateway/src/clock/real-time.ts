/**
 * Functions of real time, saved when this module is loaded, because a test that fakes timers must stop neither a
 * delivery nor a commit.
 */
const { setTimeout: setTimer, clearTimeout: clearTimer, setImmediate: soon } = globalThis;

/** Resolves in the next turn of the event loop, so requests and responses that wait come first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    soon(resolve);
  });
}

/** Calls a function after this number of real milliseconds. The returned function cancels the call. */
export function later(ms: number, call: () => void): () => void {
  const timer = setTimer(call, ms);
  return () => clearTimer(timer);
}

/** Returns whether the work ends within this number of real milliseconds. */
export async function endsWithin(ms: number, work: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const cancel = later(ms, () => resolve(false));
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    cancel();
  }
}
