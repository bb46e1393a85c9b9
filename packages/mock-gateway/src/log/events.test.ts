import { describe, expect, it, vi } from 'vitest';
import { aLink, aMerchant, aPayin, aPayout } from '../../test/builders.ts';
import type { Callback } from '../domain/callback.ts';
import type { Change } from '../store/change.ts';
import { callbackEvent, EventHub, eventOf, type GatewayEvent } from './events.ts';

const event: GatewayEvent = { type: 'clock', data: {} };

describe('event stream', () => {
  it('an event reaches every listener', () => {
    const events = new EventHub();
    const told: string[] = [];
    const end = events.subscribe(() => told.push('a'));
    events.subscribe(() => told.push('b'));
    events.publish(() => [event]);
    end();
    end();
    events.publish(() => [event]);
    expect(told).toEqual(['a', 'b', 'b']);
  });

  it('events arrive in the order of their emission, unchanged', () => {
    const events = new EventHub();
    const told: unknown[] = [];
    events.subscribe(({ data }) => told.push(data));
    const texts = ['a\0b\uE000\uE001\uE002', '', 'b'].map((text) => ({ text }));
    for (const data of texts) events.publish(() => [{ type: 'order', data }]);
    expect(told).toEqual(texts);
  });

  it('the event stream creates an event only once for all listeners, and only if a listener exists', () => {
    const events = new EventHub();
    const made = vi.fn(() => [event]);
    events.publish(made);
    expect(made).not.toHaveBeenCalled();
    events.subscribe(() => {});
    events.subscribe(() => {});
    events.publish(made);
    expect(made).toHaveBeenCalledTimes(1);
  });

  it('the event stream drops a listener that throws without affecting other listeners', () => {
    const failed = vi.fn();
    const events = new EventHub(failed);
    const told: string[] = [];
    events.subscribe(() => {
      told.push('thrower');
      throw new Error('no');
    });
    events.subscribe(() => told.push('next'));
    events.publish(() => [event]);
    events.publish(() => [event]);
    expect(told).toEqual(['thrower', 'next', 'next']);
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it('the event stream ends when the gateway closes', () => {
    const events = new EventHub();
    const told: string[] = [];
    events.subscribe(() => told.push('one'));
    expect(events.ended.aborted).toBe(false);
    events.end();
    events.publish(() => [event]);
    expect(told).toEqual([]);
    expect(events.ended.aborted).toBe(true);
  });
});

const callback: Callback = {
  id: 'cb_1',
  kind: 'payin',
  event: 'payin.success',
  mchId: 'M1',
  orderNo: 'PI1',
  mchOrderNo: 'ORDER-1',
  url: 'http://a.example/',
  format: 'json',
  body: '{"secret":1}',
  createdAt: 0,
  state: 'pending',
  nextAttemptAt: 0,
  attempts: [],
};

const unmasked = (text: string) => text;
const hide = (text: string) => text.replace('theirs', '***');

describe('events of a commit [contract:control.events]', () => {
  it.each<[Change, object]>([
    [
      { type: 'deposit', deposit: aPayin(), isNew: true },
      { kind: 'payin', orderNo: 'PI1', mchOrderNo: aPayin().mchOrderNo, mchId: 'M1', status: 'pending' },
    ],
    [
      { type: 'deposit', deposit: aLink({ state: { status: 'expired' } }), isNew: false },
      { kind: 'link', orderNo: 'link-1', mchOrderNo: aLink().clientRef, mchId: 'M1', status: 'expired' },
    ],
    [
      { type: 'payout', payout: aPayout(), isNew: true },
      { kind: 'payout', orderNo: 'WD1', mchOrderNo: aPayout().mchOrderNo, mchId: 'M1', status: 'pending' },
    ],
    [
      {
        type: 'payout',
        payout: aPayout({ state: { status: 'processing', approvedAt: 1 } }),
        isNew: false,
      },
      { kind: 'payout', orderNo: 'WD1', mchOrderNo: aPayout().mchOrderNo, mchId: 'M1', status: 'processing' },
    ],
  ])('a commit emits one event for an order: %#', (change, data) => {
    expect(eventOf(change, unmasked)).toEqual({ type: 'order', data });
  });

  it.each([
    ['http://a.example/', 'pending'],
    [null, 'undeliverable'],
  ] as const)('a commit emits one event without a body for a callback to %s that is %s', (url, state) => {
    const named = { id: 'cb_1', event: 'payin.success', mchId: 'M1', orderNo: 'PI1', mchOrderNo: 'ORDER-1' };
    const data = { ...named, state, nextAttemptAt: null, attempt: null };
    expect(eventOf({ type: 'callback', callback: { ...callback, url, state } }, unmasked)).toEqual({
      type: 'callback',
      data,
    });
  });

  it('a commit that stores only a merchant or settings emits no event', () => {
    expect(eventOf({ type: 'merchant', merchant: aMerchant() }, unmasked)).toBeNull();
    expect(eventOf({ type: 'settings' }, unmasked)).toBeNull();
  });

  it('the event of a running attempt contains no time of the next attempt', () => {
    const delivering = { ...callback, state: 'delivering', nextAttemptAt: 60_000 } as const;
    expect(callbackEvent(delivering, unmasked).data).toMatchObject({
      state: 'delivering',
      nextAttemptAt: null,
    });
  });

  it('a commit emits one event for an attempt, with the first 200 characters of an unusual response', () => {
    const attempt = {
      number: 2,
      manual: false,
      url: 'http://shop.example:3000/callbacks',
      startedAt: 0,
      durationMs: 1,
      status: 500,
      responseBody: `a page of theirs\n${'x'.repeat(300)}`,
      ok: false,
      reason: 'status 500',
      fault: null,
    };
    // A callback without an attempt is due immediately, so the event contains no time of the next attempt.
    const waiting = callbackEvent({ ...callback, state: 'pending', nextAttemptAt: 60_000 }, unmasked);
    expect(waiting.data).toMatchObject({ nextAttemptAt: null, attempt: null });
    expect(
      callbackEvent({ ...callback, state: 'pending', nextAttemptAt: 60_000, attempts: [attempt] }, hide).data,
    ).toEqual({
      id: 'cb_1',
      event: 'payin.success',
      mchId: 'M1',
      orderNo: 'PI1',
      mchOrderNo: 'ORDER-1',
      state: 'pending',
      nextAttemptAt: '1970-01-01T05:31:00+05:30',
      attempt: {
        ...{ number: 2, manual: false, status: 500, ok: false, reason: 'status 500' },
        response: expect.stringMatching(/^a page of \*\*\*\P{Cc}{1,20}x{150,}…$/u),
      },
    });
  });
});
