import { describe, expect, it } from 'vitest';
import type { Attempt, CallbackState } from '../domain/callback.ts';
import { minute, sampleAttempt, sampleCallback, t0 } from '../store/samples.contract.ts';
import type { Claim } from '../store/store.ts';
import { afterAttempt } from './retry-policy.ts';

function claim(before: readonly Attempt[], resend: Claim['resend'] = null): Claim {
  const callback = {
    ...sampleCallback('M'),
    state: 'delivering',
    nextAttemptAt: t0,
    attempts: before,
  } as const;
  return { callback, url: callback.url ?? '', receiver: 'shop.example:3000', seq: 1, fence: 1, resend };
}

const bad = sampleAttempt();
const good = sampleAttempt({ ok: true });
const extra = sampleAttempt({ manual: true });

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
      expect(afterAttempt(claim(before), bad, t0)).toEqual({ state: 'pending', nextAttemptAt: t0 + delay });
    },
  );

  it('the retry policy schedules no retry after the sixth failed attempt', () => {
    const before = Array.from({ length: 5 }, () => bad);
    expect(afterAttempt(claim(before), bad, t0)).toEqual({ state: 'failed', nextAttemptAt: null });
  });

  it('the retry policy schedules no retry after an accepted attempt', () => {
    expect(afterAttempt(claim([bad]), good, t0)).toEqual({ state: 'delivered', nextAttemptAt: null });
  });

  it('the retry policy ignores re-sends between attempts', () => {
    expect(afterAttempt(claim([bad, extra, extra]), bad, t0).nextAttemptAt).toBe(t0 + 5 * minute);
  });

  it.each<[CallbackState, number | null]>([
    ['pending', t0 + 7],
    ['delivered', null],
    ['failed', null],
  ])('a failed re-send leaves the state of a %s callback unchanged', (state, nextAttemptAt) => {
    expect(afterAttempt(claim([bad], { state, nextAttemptAt }), extra, t0)).toEqual({ state, nextAttemptAt });
    const accepted = afterAttempt(claim([bad], { state, nextAttemptAt }), { ...extra, ok: true }, t0);
    expect(accepted).toEqual({ state: 'delivered', nextAttemptAt: null });
  });

  it('a failed re-send of a callback without a URL leaves the callback failed', () => {
    const lost = claim([], { state: 'undeliverable', nextAttemptAt: null });
    expect(afterAttempt(lost, extra, t0)).toEqual({ state: 'failed', nextAttemptAt: null });
  });
});
