import { describe, expect, it, vi } from 'vitest';
import { minute, noon } from '../../test/builders.ts';
import { GatewayClock } from '../clock/gateway-clock.ts';
import type { CallbackAction } from '../faults/fault.ts';
import {
  aborted,
  broken,
  hanging,
  rigPerTest,
  shopUrl,
  someTurns,
  success,
} from './scheduler-rig.contract.ts';

const hour = 60 * minute;
const rig = rigPerTest();

describe('callback retries', () => {
  it('the gateway retries exactly 1 min, 5 min, 15 min, 1 h and 6 h after the end of each failed attempt', async () => {
    rig().respond = () => broken;
    const { timers } = await rig().start();
    const { id, body } = await rig().enqueue();
    const start = rig().clock.now();
    await timers.advance(24 * hour);
    const delays = [0, minute, 5 * minute, 15 * minute, hour, 6 * hour];
    const instants = delays.map(
      (_, index) => start + delays.slice(0, index + 1).reduce((sum, delay) => sum + delay, 0),
    );
    expect(rig().sent.map(({ at }) => at)).toEqual(instants);
    expect(new Set(rig().sent.map((delivery) => delivery.body))).toEqual(new Set([body]));
    const callback = rig().stored(id);
    expect(callback).toMatchObject({ state: 'failed', nextAttemptAt: null });
    expect(callback?.attempts.map(({ startedAt, number }) => [number, startedAt])).toEqual(
      instants.map((at, index) => [index + 1, at]),
    );
  });

  it('a retry starts on time and never a millisecond early', async () => {
    rig().respond = () => broken;
    const { timers } = await rig().start();
    const { id } = await rig().enqueue();
    await timers.advance(minute - 1);
    expect(rig().sent).toHaveLength(1);
    expect(rig().stored(id)?.nextAttemptAt).toBe(rig().clock.now() + 1);
    await timers.advance(1);
    expect(rig().sent).toHaveLength(2);
  });

  it('the retry delay counts from the end of the attempt, even if the clock moved during the attempt', async () => {
    let real = rig().clock.now();
    rig().clock = new GatewayClock({ realTime: () => real });
    rig().respond = () => {
      real += 8_000;
      return broken;
    };
    const { scheduler } = await rig().start();
    const { id, createdAt } = await rig().enqueue();
    await scheduler.runDue();
    expect(rig().stored(id)?.nextAttemptAt).toBe(createdAt + 8_000 + minute);
  });

  it('retries start automatically while the clock runs', async () => {
    vi.useFakeTimers({ now: noon });
    try {
      rig().clock = new GatewayClock();
      rig().respond = () => new Promise((resolve) => setTimeout(() => resolve(broken), 10));
      const { timers } = await rig().start();
      await rig().enqueue();
      timers.wake();
      const pass = async (ms: number) => {
        await someTurns();
        await vi.advanceTimersByTimeAsync(ms);
        await someTurns();
      };
      await pass(10);
      await pass(minute - 1);
      expect(rig().sent.map(({ at }) => at)).toEqual([noon]);
      await pass(1);
      await pass(10);
      await pass(5 * minute);
      expect(rig().sent.map(({ at }) => at)).toEqual([noon, noon + 10 + minute, noon + 20 + 6 * minute]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('the commit of the last failed attempt stores the notification for the merchant', async () => {
    rig().respond = () => broken;
    const { timers } = await rig().start();
    const { id, orderNo } = await rig().enqueue();
    await timers.advance(7 * hour);
    expect(rig().notifications).toEqual([]);
    await timers.advance(hour);
    const at = rig().stored(id)?.attempts.at(-1)?.startedAt;
    expect(rig().notifications).toEqual([
      {
        id: expect.any(String),
        mchId: 'M1',
        at,
        kind: 'callback_failed',
        callbackId: id,
        orderNo,
        message: 'The payin.success callback failed after 6 attempts. Last attempt: status 500.',
      },
    ]);
  });

  it('an accepted attempt ends the retries', async () => {
    rig().respond = () => (rig().sent.length < 3 ? broken : success);
    const { timers } = await rig().start();
    const { id } = await rig().enqueue();
    await timers.advance(24 * hour);
    expect(rig().sent).toHaveLength(3);
    expect(rig().stored(id)).toMatchObject({ state: 'delivered', nextAttemptAt: null });
    expect(rig().notifications).toEqual([]);
  });

  it('retries of several callbacks of one order are independent', async () => {
    rig().respond = ({ body }) => (body === 'processing' ? broken : success);
    const { timers } = await rig().start();
    const processing = await rig().enqueue({
      orderNo: 'WD1',
      event: 'payout.processing',
      body: 'processing',
    });
    const done = await rig().enqueue({ orderNo: 'WD1', event: 'payout.success', body: 'done' });
    await timers.advance(minute);
    expect(rig().stored(done.id)?.attempts).toHaveLength(1);
    expect(rig().stored(processing.id)?.attempts).toHaveLength(2);
  });
});

describe('callback re-send', () => {
  const elsewhere = 'http://elsewhere.example:8080/hook';

  it('a re-send uses its own URL, while later retries use the URL of the callback', async () => {
    rig().respond = () => broken;
    const { scheduler, timers } = await rig().start();
    const { id } = await rig().enqueue();
    await scheduler.runDue();
    const resent = await scheduler.resend(id, elsewhere);
    expect(resent?.attempts.map(({ url, manual }) => [url, manual])).toEqual([
      [shopUrl, false],
      [elsewhere, true],
    ]);
    expect(resent?.url).toBe(shopUrl);
    await timers.advance(minute);
    expect(rig().sent.map(({ url }) => url)).toEqual([shopUrl, elsewhere, shopUrl]);
  });

  it('a re-send to a URL settles a callback without a URL as delivered or failed, without a retry', async () => {
    const { scheduler, timers } = await rig().start();
    const lost = await rig().enqueue({ url: null });
    expect(await scheduler.resend(lost.id, elsewhere)).toMatchObject({
      state: 'delivered',
      url: elsewhere,
      nextAttemptAt: null,
      attempts: [{ number: 1, manual: true, url: elsewhere, ok: true }],
    });
    rig().respond = () => broken;
    const rejected = await rig().enqueue({ url: null });
    expect(await scheduler.resend(rejected.id, elsewhere)).toMatchObject({ state: 'failed', url: elsewhere });
    await timers.advance(24 * hour);
    expect(rig().sent).toHaveLength(2);
    expect(rig().notifications).toEqual([]);
  });

  it('a re-send before a due retry is an extra attempt that leaves the retry schedule unchanged', async () => {
    rig().respond = () => broken;
    const { scheduler, timers } = await rig().start();
    const { id } = await rig().enqueue();
    await scheduler.runDue();
    const next = rig().clock.now() + minute;
    const resent = await scheduler.resend(id, shopUrl);
    expect(resent).toMatchObject({ state: 'pending', nextAttemptAt: next });
    expect(resent?.attempts.map(({ manual, number }) => [manual, number])).toEqual([
      [false, 1],
      [true, 2],
    ]);
    await timers.advance(24 * hour);
    const attempts = rig().stored(id)?.attempts ?? [];
    // The attempts are six scheduled attempts and the re-send.
    expect(attempts).toHaveLength(7);
    expect(attempts[2]?.startedAt).toBe(next);
    expect(rig().stored(id)?.state).toBe('failed');
  });

  it('an accepted re-send ends the retries', async () => {
    rig().respond = () => (rig().sent.length === 1 ? broken : success);
    const { scheduler, timers } = await rig().start();
    const { id } = await rig().enqueue();
    await scheduler.runDue();
    expect(await scheduler.resend(id, shopUrl)).toMatchObject({ state: 'delivered', nextAttemptAt: null });
    await timers.advance(24 * hour);
    expect(rig().sent).toHaveLength(2);
  });

  it("a re-send of a delivered or failed callback keeps the callback's state without a second notification", async () => {
    const { scheduler, timers } = await rig().start();
    const good = await rig().enqueue({ body: 'good' });
    await scheduler.runDue();
    rig().respond = () => broken;
    expect(await scheduler.resend(good.id, shopUrl)).toMatchObject({
      state: 'delivered',
      nextAttemptAt: null,
    });
    const bad = await rig().enqueue();
    await timers.advance(8 * hour);
    expect(await scheduler.resend(bad.id, shopUrl)).toMatchObject({ state: 'failed', nextAttemptAt: null });
    expect(rig().notifications).toHaveLength(1);
    rig().respond = () => success;
    expect(await scheduler.resend(bad.id, shopUrl)).toMatchObject({ state: 'delivered' });
  });

  it('the scheduler rejects a re-send during a delivery or of an unknown callback', async () => {
    const { hang, waiting } = hanging();
    rig().respond = hang;
    const { scheduler } = await rig().start();
    const { id } = await rig().enqueue();
    await someTurns();
    expect(await scheduler.resend(id, shopUrl)).toBeNull();
    waiting[0]?.(success);
    await scheduler.runDue();
    expect(await scheduler.resend('none', shopUrl)).toBeNull();
    expect(rig().sent).toHaveLength(1);
  });

  it('the scheduler re-sends the same bytes as in the original callback', async () => {
    const { scheduler } = await rig().start();
    const { id, body } = await rig().enqueue({ body: '{"extra":"ü \\u0041"}' });
    await scheduler.runDue();
    await scheduler.resend(id, shopUrl);
    expect(rig().sent.map((delivery) => delivery.body)).toEqual([body, body]);
  });
});

describe('callback faults', () => {
  const withFault = (fault: CallbackAction) =>
    rig().start({ drawFault: (_callback, attempt) => (attempt === 1 ? { ...fault, id: 'fault_1' } : null) });

  it('a `drop` fault fails the attempt without sending the callback', async () => {
    const { scheduler, timers } = await withFault({ kind: 'drop' });
    const { id } = await rig().enqueue();
    await scheduler.runDue();
    expect(rig().sent).toEqual([]);
    expect(rig().stored(id)?.attempts).toMatchObject([
      {
        ok: false,
        status: null,
        reason: 'not sent, because a fault dropped the callback',
        fault: { id: 'fault_1', kind: 'drop', sent: 0, sentBody: null },
      },
    ]);
    await timers.advance(minute);
    expect(rig().stored(id)?.state).toBe('delivered');
  });

  it('a `duplicate` fault sends the callback twice within one attempt', async () => {
    const { scheduler } = await withFault({ kind: 'duplicate' });
    const { id } = await rig().enqueue();
    await scheduler.runDue();
    expect(rig().sent).toHaveLength(2);
    expect(rig().stored(id)?.attempts).toMatchObject([
      { fault: { id: 'fault_1', kind: 'duplicate', sent: 2, sentBody: null } },
    ]);
  });

  it('a `tamper` fault sends another amount but leaves the stored bytes unchanged', async () => {
    const { scheduler } = await withFault({ kind: 'tamper' });
    const { id, body } = await rig().enqueue({ body: '{"amount":"500.00","sign":"AB"}' });
    await scheduler.runDue();
    expect(rig().sent.map((delivery) => delivery.body)).toEqual(['{"amount":"9500.00","sign":"AB"}']);
    expect(rig().stored(id)).toMatchObject({
      body,
      attempts: [
        { fault: { id: 'fault_1', kind: 'tamper', sent: 1, sentBody: '{"amount":"9500.00","sign":"AB"}' } },
      ],
    });
  });

  it('when the scheduler stops, it aborts a callback that a `delay` fault postpones', async () => {
    const { scheduler } = await withFault({ kind: 'delay', ms: 600_000 });
    rig().respond = (_delivery, signal) => (signal.aborted ? aborted : success);
    const { id } = await rig().enqueue();
    await someTurns();
    expect(rig().sent).toEqual([]);
    await scheduler.stop({ graceMs: 0 });
    expect(rig().sent).toHaveLength(1);
    expect(rig().stored(id)).toMatchObject({ state: 'pending', attempts: [] });
  });

  it('the gateway delivers a callback with a `delay` fault normally after the delay', async () => {
    const { scheduler } = await withFault({ kind: 'delay', ms: 1 });
    const { id } = await rig().enqueue();
    await scheduler.runDue();
    expect(rig().stored(id)).toMatchObject({
      state: 'delivered',
      attempts: [{ fault: { id: 'fault_1', kind: 'delay', sent: 1, sentBody: null } }],
    });
  });

  it('an attempt without a fault reports no fault', async () => {
    const { scheduler } = await rig().start();
    const { id } = await rig().enqueue();
    await scheduler.runDue();
    expect(rig().stored(id)?.attempts).toMatchObject([{ fault: null }]);
  });
});

it('the scheduler leaves no callback pending 8 hours after the last fault', async () => {
  let calls = 0;
  rig().respond = () => {
    calls += 1;
    return calls % 3 === 0 ? success : broken;
  };
  const { timers } = await rig().start();
  for (let i = 0; i < 30; i++) await rig().enqueue({ url: `http://shop-${i % 4}.example/` });
  await timers.advance(8 * hour);
  expect(rig().counts).toEqual({ pending: 0, delivering: 0 });
});
