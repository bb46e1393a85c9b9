/** Calls `end` after the time or on an abort, whichever comes first. @returns the function that cancels both */
export function startTimer(
  ms: number,
  signal: AbortSignal | undefined,
  end: (isAborted: boolean) => void,
): () => void {
  const stop = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  const settle = (isAborted: boolean) => {
    stop();
    end(isAborted);
  };
  const abort = () => settle(true);
  const timer = setTimeout(settle, ms, false);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  return stop;
}
