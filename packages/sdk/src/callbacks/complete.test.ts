import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LeaseLostError } from '../errors/callback-errors.ts';
import { complete } from './complete.ts';
import { createMemoryStore } from './store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const down = new Error('store down');

function failing(...failures: readonly Error[]) {
  const left = [...failures];
  const store = createMemoryStore();
  const completed = vi.fn(async (key: string) => {
    const failure = left.shift();
    if (failure !== undefined) throw failure;
    await store.complete(key);
  });
  return { store: { ...store, complete: completed }, completed };
}

it('the handler retries a failed completion until the store records the completion', async () => {
  const { store, completed } = failing(down, down, down);
  const report = vi.fn();
  await expect(complete('a', store, report)).rejects.toBe(down);
  await vi.advanceTimersByTimeAsync(699);
  expect(completed).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(store.claim('a')).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
  expect(report).not.toHaveBeenCalled();
});

it('the handler stops retrying a completion after half an hour and reports the last failure', async () => {
  const { store, completed } = failing(...Array.from({ length: 100 }, () => down));
  const report = vi.fn();
  await expect(complete('a', store, report)).rejects.toBe(down);
  await vi.advanceTimersByTimeAsync(25 * 60_000);
  expect(report).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(report).toHaveBeenCalledExactlyOnceWith(down);
  expect(completed).toHaveBeenCalledTimes(67);
  expect(vi.getTimerCount()).toBe(0);
});

it('the handler reports a lost claim once and does not retry the completion', async () => {
  const lost = new LeaseLostError();
  const report = vi.fn();
  await expect(complete('a', failing(lost).store, report)).rejects.toBe(lost);
  expect(vi.getTimerCount()).toBe(0);
  expect(report).not.toHaveBeenCalled();
  await expect(complete('a', failing(down, lost).store, report)).rejects.toBe(down);
  await vi.advanceTimersByTimeAsync(100);
  expect(report).toHaveBeenCalledExactlyOnceWith(lost);
  expect(vi.getTimerCount()).toBe(0);
});

it('the handler retries a completion that hangs and ignores its later result', async () => {
  const { store, completed } = failing();
  const hung = Promise.withResolvers<void>();
  completed.mockReturnValueOnce(hung.promise);
  const report = vi.fn();
  const rejected = expect(complete('a', store, report)).rejects.toMatchObject({
    message: expect.stringContaining('did not end within 8 s'),
    outcome: 'unknown',
    attempts: 1,
  });
  await vi.advanceTimersByTimeAsync(8_100);
  await rejected;
  expect(store.claim('a')).toBe('done');
  hung.reject(down);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(completed).toHaveBeenCalledTimes(2);
  expect(report).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

it('a process that is about to end waits only for completion retries that are due within 8 seconds', async () => {
  const retries: { readonly delay: number; readonly holds: () => boolean }[] = [];
  const fake = globalThis.setTimeout;
  // Do not use a spy, because the tests of other files in this process would restore the faked timer.
  const recording = (run: () => void, delay = 0) => {
    const timer = fake(run, delay);
    if (delay !== 8_000) retries.push({ delay, holds: () => timer.hasRef() });
    return timer;
  };
  globalThis.setTimeout = Object.assign(recording, { __promisify__: fake.__promisify__ });
  const { store } = failing(...Array.from({ length: 100 }, () => down));
  await expect(complete('a', store, vi.fn())).rejects.toBe(down);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  globalThis.setTimeout = fake;
  expect(retries.slice(0, 9).map(({ delay, holds }) => ({ delay, holds: holds() }))).toEqual(
    [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600].map((delay) => ({
      delay,
      holds: delay < 8_000,
    })),
  );
});
