import { describe, expect, it } from 'vitest';
import type { DayStep } from './day.ts';
import { DayRunner } from './day-runner.ts';

const minute = 60_000;
const payin: DayStep = { at: 0, call: 'payin', params: {} };

describe('runner of a simulated day', () => {
  it('the runner of a simulated day pauses after a 429, however many orders are waiting', async () => {
    const runner = new DayRunner();
    const taken: number[] = [];
    let now = 0;
    let allowed = 1;
    runner.begin(
      Array.from({ length: 100 }, () => payin),
      async () => {
        taken.push(now);
        return allowed-- > 0 ? { refusal: null } : { refusal: 'rate_limited', retryAfterMs: minute };
      },
    );
    for (let next: number | null = 0; next !== null; next = await runner.nextDue()) {
      [now, allowed] = [next, 1];
      await runner.runDue(now);
    }
    expect(taken.at(-1)).toBe(99 * minute);
    // One accepted and one rejected order per minute.
    expect(taken).toHaveLength(199);
    expect(runner.end()).toEqual([]);
  });
});
