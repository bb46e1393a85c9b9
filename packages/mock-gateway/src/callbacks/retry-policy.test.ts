import { describe, expect, it } from 'vitest';
import { minute, noon } from '../../test/builders.ts';
import type { Attempt, Callback } from '../domain/callback.ts';
import { afterAttempt } from './retry-policy.ts';
import { aCallback, anAttempt } from './scheduler-rig.contract.ts';

function tried(attempts: readonly Attempt[], fields: Partial<Callback> = {}): Callback {
  return { ...aCallback(), state: 'pending', nextAttemptAt: noon, attempts, ...fields };
}

const bad = anAttempt();
const good = anAttempt({ ok: true });
const extra = anAttempt({ manual: true });

describe('retry policy', () => {
  it.each([
    [0, minute],
    [1, 5 * minute],
    [2, 15 * minute],
    [3, 60 * minute],
    [4, 360 * minute],
  ])(
    'a failed attempt after %i earlier failures is retried %i ms after the end of the attempt',
    (others, delay) => {
      const before = Array.from({ length: others }, () => bad);
      expect(afterAttempt(tried(before), bad, noon)).toEqual({
        state: 'pending',
        nextAttemptAt: noon + delay,
      });
    },
  );

  it('the retry policy schedules no retry after the sixth failed attempt', () => {
    const before = Array.from({ length: 5 }, () => bad);
    expect(afterAttempt(tried(before), bad, noon)).toEqual({ state: 'failed', nextAttemptAt: null });
  });

  it('the retry policy schedules no retry after an accepted attempt', () => {
    expect(afterAttempt(tried([bad]), good, noon)).toEqual({ state: 'delivered', nextAttemptAt: null });
  });

  it('the retry policy ignores re-sends between attempts', () => {
    expect(afterAttempt(tried([bad, extra, extra]), bad, noon).nextAttemptAt).toBe(noon + 5 * minute);
  });

  it.each<[Callback['state'], number | null]>([
    ['pending', noon + 7],
    ['delivered', null],
    ['failed', null],
  ])('a failed re-send leaves the state of a %s callback unchanged', (state, nextAttemptAt) => {
    expect(afterAttempt(tried([bad], { state, nextAttemptAt }), extra, noon)).toEqual({
      state,
      nextAttemptAt,
    });
    const accepted = afterAttempt(tried([bad], { state, nextAttemptAt }), { ...extra, ok: true }, noon);
    expect(accepted).toEqual({ state: 'delivered', nextAttemptAt: null });
  });

  it('a failed re-send of a callback without a URL leaves the callback failed', () => {
    const lost = tried([], { state: 'undeliverable', nextAttemptAt: null });
    expect(afterAttempt(lost, extra, noon)).toEqual({ state: 'failed', nextAttemptAt: null });
  });
});
