import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EndTurn, Pacer } from './pacer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;

/** Waits for turns in order. Each turn ends after `took` milliseconds. */
function pacing(limit: number, { took = 0 } = {}) {
  const pacer = new Pacer(limit);
  const begun: [name: string, at: number][] = [];
  const started = performance.now();
  const ask = async (
    name: string,
    { timeLeft = 10 * minute, signal = undefined as AbortSignal | undefined } = {},
  ) => {
    const end = await pacer.turn(timeLeft, signal);
    begun.push([end === undefined ? `${name} gave up` : name, performance.now() - started]);
    if (took === 0) end?.();
    else if (end !== undefined) setTimeout(end, took);
  };
  return { ask, begun, pacer };
}

describe('a pacer', () => {
  it('a pacer starts each call above the limit a minute after an earlier call ends', async () => {
    const { ask, begun } = pacing(2, { took: 1_000 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) void ask(name);
    await vi.runAllTimersAsync();
    expect(begun).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 61_000],
      ['d', 61_000],
      ['e', 122_000],
    ]);
  });

  it('a pacer starts calls in order and never exceeds the limit in any minute', async () => {
    const { ask, begun } = pacing(120);
    for (let count = 0; count < 500; count += 1) {
      void ask(String(count));
      await vi.advanceTimersByTimeAsync(count % 7);
    }
    await vi.runAllTimersAsync();
    expect(begun.map(([name]) => name)).toEqual(Array.from({ length: 500 }, (_, count) => String(count)));
    const times = begun.map(([, at]) => at);
    for (const [index, at] of times.entries()) {
      expect(at - (times[index - 120] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(minute);
    }
    // The first 120 requests are sent immediately. The others are sent as soon as the limit allows.
    expect(times.at(-1)).toBeLessThan(5 * minute);
  });

  it('a pacer starts a later call after the calls that already wait', async () => {
    const { ask, begun } = pacing(1);
    void ask('a');
    void ask('b');
    await vi.advanceTimersByTimeAsync(minute - 1);
    void ask('c');
    await vi.runAllTimersAsync();
    expect(begun).toEqual([
      ['a', 0],
      ['b', minute],
      ['c', 2 * minute],
    ]);
  });

  it('a pacer starts a waiting call before a new call, even if its timer is late', async () => {
    const { ask, begun } = pacing(1);
    void ask('a');
    void ask('b');
    await vi.advanceTimersByTimeAsync(0);
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + minute + 1);
    void ask('c');
    now.mockRestore();
    await vi.runAllTimersAsync();
    expect(begun.map(([name]) => name)).toEqual(['a', 'b', 'c']);
  });

  it('a pacer ends a wait at its time limit and starts the next call instead', async () => {
    const { ask, begun } = pacing(1);
    void ask('a');
    void ask('b', { timeLeft: 5_000 });
    void ask('c');
    await vi.runAllTimersAsync();
    expect(begun).toEqual([
      ['a', 0],
      ['b gave up', 5_000],
      ['c', minute],
    ]);
  });

  it('a pacer ends a wait immediately on an abort, before or during the wait', async () => {
    const { ask, begun } = pacing(1);
    const abort = new AbortController();
    void ask('a');
    void ask('b', { signal: abort.signal });
    void ask('c', { signal: AbortSignal.abort() });
    await vi.advanceTimersByTimeAsync(1_000);
    abort.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual([
      ['a', 0],
      ['c gave up', 0],
      ['b gave up', 1_000],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a pacer removes its listeners from a signal', async () => {
    const { ask } = pacing(1);
    const { signal } = new AbortController();
    for (const timeLeft of [minute, 2 * minute, 1_000]) void ask('a', { signal, timeLeft });
    await vi.runAllTimersAsync();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('a pacer delays the next call until an earlier call has ended, however long that takes', async () => {
    const { ask, begun, pacer } = pacing(1);
    const end = (await pacer.turn(minute, undefined)) as EndTurn;
    void ask('b', { timeLeft: 100 * minute });
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(begun).toEqual([]);
    end();
    await vi.runAllTimersAsync();
    expect(begun).toEqual([['b', 11 * minute]]);
  });

  it('a pacer runs no timer while no call waits', async () => {
    const { ask } = pacing(1);
    await ask('a');
    expect(vi.getTimerCount()).toBe(0);
    void ask('b');
    await vi.runAllTimersAsync();
    expect(vi.getTimerCount()).toBe(0);
  });
});
