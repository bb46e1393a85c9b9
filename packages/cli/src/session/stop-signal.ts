/**
 * Aborts when the command is asked to end: by Ctrl-C, by whoever runs it, or by a reader that has seen enough. The
 * command then puts back what it changed and leaves with 0. Asked once or often (a terminal and npm both pass Ctrl-C
 * on), it ends once.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const ask = () => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  // Otherwise a closed pipe ends the process on the spot, and nothing is put back.
  process.stdout.removeAllListeners('error').on('error', ask);
  return stop.signal;
}

/** Resolves when the signal aborts, at once if it has. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
