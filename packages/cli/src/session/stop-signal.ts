const lastLinesMs = 500;

let asked = false;

/**
 * Aborts on Ctrl-C, a stop signal or a closed pipe. After an abort, the command undoes its changes and exits with 0.
 * Repeated signals have no effect, because the terminal and npm both forward Ctrl-C.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const ask = () => {
    asked = true;
    stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  process.stdout.on('error', ask);
  return stop.signal;
}

/** Resolves when the signal aborts, or immediately if it is already aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** A pending write would keep the process alive until its supervisor kills it. */
export function leaveIfAsked(): void {
  if (asked) setTimeout(() => process.exit(), lastLinesMs).unref();
}
