import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LeaseLostError } from '../errors/lease-lost-error.ts';
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

it('a completion that failed is retried until it is stored, and nothing more is reported', async () => {
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

it('retries of a completion end after half an hour, and the last failure is reported', async () => {
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

it('a claim that another process has taken over is reported once and not retried', async () => {
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
