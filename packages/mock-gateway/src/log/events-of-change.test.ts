import { describe, expect, it } from 'vitest';
import { aLink, aMerchant, aPayin, aPayout } from '../../test/builders.ts';
import type { NewCallback } from '../domain/callback.ts';
import type { Write } from '../store/store.ts';
import { callbackEvent, eventsOf } from './events-of-change.ts';

const callback: NewCallback = {
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
};

describe('events of a commit [contract:control.events]', () => {
  it.each<[Write, object]>([
    [
      { write: 'insert_deposit', deposit: aPayin() },
      { kind: 'payin', orderNo: 'PI1', mchOrderNo: aPayin().mchOrderNo, mchId: 'M1', status: 'pending' },
    ],
    [
      { write: 'update_deposit', deposit: aLink({ state: { status: 'expired' } }) },
      { kind: 'link', orderNo: 'link-1', mchOrderNo: aLink().clientRef, mchId: 'M1', status: 'expired' },
    ],
    [
      { write: 'insert_payout', payout: aPayout() },
      { kind: 'payout', orderNo: 'WD1', mchOrderNo: aPayout().mchOrderNo, mchId: 'M1', status: 'pending' },
    ],
    [
      { write: 'update_payout', payout: aPayout({ state: { status: 'processing', approvedAt: 1 } }) },
      { kind: 'payout', orderNo: 'WD1', mchOrderNo: aPayout().mchOrderNo, mchId: 'M1', status: 'processing' },
    ],
  ])('a commit emits one event for an order: %#', (write, data) => {
    expect(eventsOf([write])).toEqual([{ type: 'order', data }]);
  });

  it.each([
    ['http://a.example/', 'pending'],
    [null, 'undeliverable'],
  ])('a commit emits one event without a body for a callback to %s that is %s', (url, state) => {
    const told = { id: 'cb_1', event: 'payin.success', mchId: 'M1', orderNo: 'PI1', mchOrderNo: 'ORDER-1' };
    const data = { ...told, state, nextAttemptAt: null, attempt: null };
    expect(eventsOf([{ write: 'enqueue', callback: { ...callback, url } }])).toEqual([
      { type: 'callback', data },
    ]);
  });

  it('a commit that stores only a merchant or a configuration emits no event', () => {
    expect(
      eventsOf([
        { write: 'insert_merchant', merchant: aMerchant() },
        { write: 'put_config', config: '{}', version: 1 },
      ]),
    ).toEqual([]);
  });

  it('the event of a running attempt contains no time of the next attempt', () => {
    const delivering = { ...callback, state: 'delivering', nextAttemptAt: 60_000 } as const;
    expect(callbackEvent(delivering).data).toMatchObject({ state: 'delivering', nextAttemptAt: null });
  });

  it('a commit emits one event for an attempt, without the body of the response', () => {
    const attempt = {
      number: 2,
      manual: false,
      url: 'http://shop.example:3000/callbacks',
      startedAt: 0,
      durationMs: 1,
      status: 500,
      responseBody: 'a page of theirs',
      ok: false,
      reason: 'status 500',
      fault: null,
    };
    // A callback without an attempt is due immediately, so the event contains no time of the next attempt.
    const waiting = callbackEvent({ ...callback, state: 'pending', nextAttemptAt: 60_000 });
    expect(waiting.data).toMatchObject({ nextAttemptAt: null, attempt: null });
    expect(
      callbackEvent({ ...callback, state: 'pending', nextAttemptAt: 60_000, attempts: [attempt] }).data,
    ).toEqual({
      id: 'cb_1',
      event: 'payin.success',
      mchId: 'M1',
      orderNo: 'PI1',
      mchOrderNo: 'ORDER-1',
      state: 'pending',
      nextAttemptAt: '1970-01-01T05:31:00+05:30',
      attempt: { number: 2, manual: false, status: 500, ok: false, reason: 'status 500' },
    });
  });
});
