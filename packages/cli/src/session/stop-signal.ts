/** Milliseconds after the end in which a reader may still take the last lines. */
const lastLinesMs = 500;

/** Signals are the whole process's, and so is this. */
let asked = false;

/**
 * Aborts when the command is asked to end: by Ctrl-C, by whoever runs it, or by a reader that has seen enough. The
 * command then puts back what it changed and leaves with 0. Asked once or often (a terminal and npm both pass Ctrl-C
 * on), it ends once.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const ask = () => {
    asked = true;
    stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  // Beside the one that says what could not be written.
  process.stdout.on('error', ask);
  return stop.signal;
}

/** Resolves when the signal aborts, at once if it has. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/**
 * To be called when the work has ended. A write that waits for its reader keeps a process alive: one that was asked to
 * end does not wait for a reader that does not read, as whoever asked would kill it next.
 */
export function leaveIfAsked(): void {
  if (asked) setTimeout(() => process.exit(), lastLinesMs).unref();
}
