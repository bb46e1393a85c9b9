import { afterEach, beforeEach, vi } from 'vitest';

/** Runs the tests of a file on fake time. Each random jitter is one half of its maximum. */
export function onFakeTime(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/** The result of a call, and its duration in milliseconds. */
export interface Settled<T> {
  readonly value?: T;
  readonly error?: unknown;
  readonly after: number;
}

/** Waits for the call on fake time. Returns its result and its duration in milliseconds. */
export async function timed<T>(call: Promise<T>): Promise<Settled<T>> {
  const settled = noted(call);
  await vi.runAllTimersAsync();
  return settled;
}

/** Like `timed`, for a test that controls the time. */
export function noted<T>(call: Promise<T>): Promise<Settled<T>> {
  const startedAt = performance.now();
  return call.then(
    (value) => ({ value, after: performance.now() - startedAt }),
    (error: unknown) => ({ error, after: performance.now() - startedAt }),
  );
}
