import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GatewayClock } from '../clock/gateway-clock.ts';
import { Timetable } from '../clock/timetable.ts';
import type { Callback, NewCallback } from '../domain/callback.ts';
import { minute, sampleCallback, sampleMerchant, t0, unique } from '../store/samples.contract.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import type { CallbackFault } from './faults.ts';
import { CallbackScheduler, type SchedulerOptions } from './scheduler.ts';
import type { Delivery, DeliveryResult } from './sender.ts';

const hour = 60 * minute;
const text = (body: string) => new TextEncoder().encode(body);

function answer(status: number, body = ''): DeliveryResult {
  return { durationMs: 5, status, body: text(body), redirectHost: null, failure: null, detail: null };
}
const success = answer(200, 'success');
const broken = answer(500);
const aborted: DeliveryResult = { ...broken, status: null, body: null, failure: 'aborted' };

type Answer = (delivery: Delivery, signal: AbortSignal) => DeliveryResult | Promise<DeliveryResult>;

let store: Store;
let clock: GatewayClock;
let sent: { readonly url: string; readonly body: string; readonly at: number }[];
let respond: Answer;
let changes: Callback[];
let errors: unknown[];
let stops: (() => Promise<void>)[];

beforeEach(async () => {
  store = openStore(null);
  await store.commit([{ write: 'insert_merchant', merchant: sampleMerchant({ mchId: 'M' }) }]);
  clock = new GatewayClock({ realTime: () => t0 });
  clock.freeze();
  [sent, changes, errors, stops] = [[], [], [], []];
  respond = () => success;
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await store.close();
});

async function setUp(options: Partial<SchedulerOptions> = {}) {
  const scheduler = new CallbackScheduler({
    queue: store.callbacks,
    clock,
    sender: async (delivery, signal) => {
      sent.push({ url: delivery.url, body: delivery.body, at: clock.now() });
      return respond(delivery, signal);
    },
    newId: () => unique('note_'),
    onChange: (callback) => changes.push(callback),
    onError: (error) => errors.push(error),
    ...options,
  });
  const timetable = new Timetable({ clock, sources: [scheduler], onError: (error) => errors.push(error) });
  stops.push(async () => {
    timetable.stop();
    await scheduler.stop({ graceMs: 0 });
  });
  await scheduler.start();
  timetable.start();
  return { scheduler, timetable };
}

async function enqueue(fields: Partial<NewCallback> = {}): Promise<NewCallback> {
  const callback = sampleCallback('M', { createdAt: clock.now(), ...fields });
  await store.commit([{ write: 'enqueue', callback }]);
  return callback;
}

const stored = (id: string) => store.callbacks.get(id);

/** A receiver that answers when it is told to, or when it is broken off. */
function hanging() {
  const waiting: ((result: DeliveryResult) => void)[] = [];
  const hang: Answer = (_delivery, signal) =>
    new Promise((resolve) => {
      waiting.push(resolve);
      signal.addEventListener('abort', () => resolve(aborted));
    });
  return { hang, waiting };
}

describe('a delivery', () => {
  it('sends the stored bytes and stores the attempt', async () => {
    const { scheduler } = await setUp();
    const { id, body, url } = await enqueue();
    const start = clock.now();
    await scheduler.runDue();
    expect(sent).toEqual([{ url, body, at: start }]);
    expect(await stored(id)).toMatchObject({
      state: 'delivered',
      nextAttemptAt: null,
      attempts: [
        { number: 1, manual: false, startedAt: start, durationMs: 5, status: 200, responseBody: 'success', ok: true, reason: null },
      ],
    });
    expect(changes.map(({ state }) => state)).toEqual(['delivering', 'delivered']);
    expect(changes.at(-1)).toEqual(await stored(id));
  });

  it('goes out in the order in which callbacks fell due', async () => {
    const { scheduler } = await setUp({ maxDeliveries: 1 });
    const urls = ['http://a.example/1', 'http://b.example/2', 'http://a.example/3'];
    for (const url of urls) await enqueue({ url });
    await scheduler.runDue();
    expect(sent.map(({ url }) => url)).toEqual(urls);
  });

  it('starts by itself after a poke, without waiting for its end', async () => {
    const { hang, waiting } = hanging();
    respond = hang;
    const { timetable, scheduler } = await setUp();
    await enqueue();
    timetable.poke();
    await expect.poll(() => waiting.length).toBe(1);
    const { id } = await enqueue({ url: 'http://other.example/' });
    timetable.poke();
    await expect.poll(() => waiting.length).toBe(2);
    for (const end of waiting) end(success);
    await scheduler.runDue();
    expect((await stored(id))?.state).toBe('delivered');
  });
});

describe('retries', () => {
  it('come at exactly 1 min, 5 min, 15 min, 1 h and 6 h, counted from the end of the failed attempt', async () => {
    respond = () => broken;
    const { timetable } = await setUp();
    const { id, body } = await enqueue();
    const start = clock.now();
    await timetable.advance(24 * hour);
    const delays = [0, minute, 5 * minute, 15 * minute, hour, 6 * hour];
    const instants = delays.map((_, index) => start + delays.slice(0, index + 1).reduce((sum, delay) => sum + delay, 0));
    expect(sent.map(({ at }) => at)).toEqual(instants);
    expect(new Set(sent.map((delivery) => delivery.body))).toEqual(new Set([body]));
    const callback = await stored(id);
    expect(callback).toMatchObject({ state: 'failed', nextAttemptAt: null });
    expect(callback?.attempts.map(({ startedAt, number }) => [number, startedAt])).toEqual(
      instants.map((at, index) => [index + 1, at]),
    );
  });

  it('are not a millisecond early', async () => {
    respond = () => broken;
    const { timetable } = await setUp();
    const { id } = await enqueue();
    await timetable.advance(minute - 1);
    expect(sent).toHaveLength(1);
    expect((await stored(id))?.nextAttemptAt).toBe(clock.now() + 1);
    await timetable.advance(1);
    expect(sent).toHaveLength(2);
  });

  it('are counted from the end, where the clock ran on during the attempt', async () => {
    let real = clock.now();
    clock = new GatewayClock({ realTime: () => real });
    respond = () => {
      real += 8_000;
      return broken;
    };
    const { scheduler } = await setUp();
    const { id, createdAt } = await enqueue();
    await scheduler.startDue();
    await scheduler.runDue();
    expect((await stored(id))?.nextAttemptAt).toBe(createdAt + 8_000 + minute);
  });

  it('end with the notification of the merchant, stored together with the last attempt', async () => {
    respond = () => broken;
    const { timetable } = await setUp();
    const { id, orderNo } = await enqueue();
    await timetable.advance(7 * hour);
    expect((await store.notifications('M', { limit: 5 })).items).toEqual([]);
    await timetable.advance(hour);
    const { items } = await store.notifications('M', { limit: 5 });
    const at = (await stored(id))?.attempts.at(-1)?.startedAt;
    expect(items).toEqual([
      {
        id: expect.any(String),
        mchId: 'M',
        at,
        kind: 'callback_failed',
        callbackId: id,
        orderNo,
        message: 'The payin.success callback was given up after 6 attempts; the last: status 500.',
      },
    ]);
  });

  it('end with the first that is accepted', async () => {
    respond = () => (sent.length < 3 ? broken : success);
    const { timetable } = await setUp();
    const { id } = await enqueue();
    await timetable.advance(24 * hour);
    expect(sent).toHaveLength(3);
    expect(await stored(id)).toMatchObject({ state: 'delivered', nextAttemptAt: null });
    expect((await store.notifications('M', { limit: 5 })).items).toEqual([]);
  });

  it('of different callbacks of one order are independent', async () => {
    respond = ({ body }) => (body === 'processing' ? broken : success);
    const { timetable } = await setUp();
    const processing = await enqueue({ orderNo: 'WD1', event: 'payout.processing', body: 'processing' });
    const done = await enqueue({ orderNo: 'WD1', event: 'payout.success', body: 'done' });
    await timetable.advance(minute);
    expect((await stored(done.id))?.attempts).toHaveLength(1);
    expect((await stored(processing.id))?.attempts).toHaveLength(2);
  });

  it('are not made for a test callback', async () => {
    respond = () => broken;
    const { scheduler } = await setUp();
    const { id } = await enqueue({ kind: 'test', event: 'test', orderNo: null });
    await scheduler.runDue();
    expect((await stored(id))?.state).toBe('failed');
  });
});

describe('one hung receiver', () => {
  const hungUrl = 'http://hung.example:9000/callbacks';

  it('has its own few deliveries and delays nobody else', async () => {
    const { hang, waiting } = hanging();
    respond = (delivery, signal) => (delivery.url === hungUrl ? hang(delivery, signal) : success);
    const { scheduler, timetable } = await setUp({ maxDeliveries: 8, maxPerReceiver: 3 });
    for (let i = 0; i < 20; i++) await enqueue({ url: hungUrl });
    const others: NewCallback[] = [];
    for (let i = 0; i < 20; i++) others.push(await enqueue({ url: `http://shop.example/${i}` }));
    // The same host on another port is another receiver.
    others.push(await enqueue({ url: 'http://hung.example:9001/callbacks' }));
    timetable.poke();
    await expect.poll(async () => (await store.callbacks.outlook()).pending).toBe(17);
    expect(waiting).toHaveLength(3);
    for (const { id } of others) expect((await stored(id))?.state).toBe('delivered');
    // What it gives up makes room for its own next.
    respond = () => success;
    for (const end of waiting) end(broken);
    await scheduler.runDue();
    expect(await store.callbacks.outlook()).toEqual({ pending: 3, delivering: 0 });
  });

  it('never has the whole of the deliveries at once to itself, nor has everybody more than that', async () => {
    const { hang, waiting } = hanging();
    respond = hang;
    const { timetable } = await setUp({ maxDeliveries: 5, maxPerReceiver: 2 });
    for (let i = 0; i < 10; i++) await enqueue({ url: `http://host-${i % 5}.example/` });
    timetable.poke();
    await expect.poll(() => waiting.length).toBe(5);
    await timetable.poke();
    expect(await store.callbacks.outlook()).toEqual({ pending: 5, delivering: 5 });
  });
});

describe('leases', () => {
  it('of a worker that died are taken over when they have ended', async () => {
    const { scheduler, timetable } = await setUp();
    const { id } = await enqueue();
    const now = clock.now();
    const dead = await store.callbacks.claim({ now, leaseUntil: now + 60_000, saturated: [] });
    await scheduler.runDue();
    expect(sent).toEqual([]);
    await timetable.advance(minute);
    expect(sent.map(({ at }) => at)).toEqual([now + minute]);
    expect((await stored(id))?.state).toBe('delivered');
    if (dead === null) throw new Error('nothing was claimed');
    const late = { number: 1, manual: false, startedAt: now, durationMs: 1, status: 500, responseBody: '', ok: false, reason: '' };
    const retry = { state: 'pending', nextAttemptAt: now, notification: null } as const;
    expect(await store.callbacks.finish(dead, late, retry)).toBe(false);
    expect((await stored(id))?.state).toBe('delivered');
  });

  it('are given back at the start, so that what a crash interrupted is sent again', async () => {
    const { id } = await enqueue();
    const now = clock.now();
    await store.callbacks.claim({ now, leaseUntil: now + hour, saturated: [] });
    const { scheduler } = await setUp();
    await scheduler.runDue();
    expect((await stored(id))?.state).toBe('delivered');
  });

  it('that were taken over make a late answer count for nothing', async () => {
    const { hang, waiting } = hanging();
    respond = hang;
    const { scheduler } = await setUp();
    const { id } = await enqueue();
    await scheduler.startDue();
    await store.callbacks.releaseAll();
    respond = () => success;
    waiting[0]?.(broken);
    await scheduler.runDue();
    expect(await stored(id)).toMatchObject({ state: 'delivered', attempts: [{ number: 1, ok: true }] });
    expect(changes.map(({ state }) => state)).toEqual(['delivering', 'delivering', 'delivered']);
  });
});

describe('settle', () => {
  it('answers when nothing is running or due; later retries are still pending', async () => {
    respond = () => broken;
    const { scheduler } = await setUp();
    await enqueue();
    expect(await scheduler.settle()).toEqual({ settled: true, pending: 1 });
    expect(sent).toHaveLength(1);
  });

  it('gives up after its time', async () => {
    respond = hanging().hang;
    const { scheduler } = await setUp();
    await enqueue();
    expect(await scheduler.settle({ timeoutMs: 20 })).toEqual({ settled: false, pending: 1 });
  });
});

describe('a re-send', () => {
  it('of a callback that is being retried is one extra attempt, and the schedule stays', async () => {
    respond = () => broken;
    const { scheduler, timetable } = await setUp();
    const { id } = await enqueue();
    await scheduler.runDue();
    const next = clock.now() + minute;
    const resent = await scheduler.resend(id);
    expect(resent).toMatchObject({ state: 'pending', nextAttemptAt: next });
    expect(resent?.attempts.map(({ manual, number }) => [manual, number])).toEqual([
      [false, 1],
      [true, 2],
    ]);
    await timetable.advance(24 * hour);
    const attempts = (await stored(id))?.attempts ?? [];
    // Six of the schedule and the extra one.
    expect(attempts).toHaveLength(7);
    expect(attempts[2]?.startedAt).toBe(next);
    expect((await stored(id))?.state).toBe('failed');
  });

  it('that is accepted ends the retries', async () => {
    respond = () => (sent.length === 1 ? broken : success);
    const { scheduler, timetable } = await setUp();
    const { id } = await enqueue();
    await scheduler.runDue();
    expect(await scheduler.resend(id)).toMatchObject({ state: 'delivered', nextAttemptAt: null });
    await timetable.advance(24 * hour);
    expect(sent).toHaveLength(2);
  });

  it('of a delivered one leaves it delivered, of a failed one failed, without another notification', async () => {
    const { scheduler, timetable } = await setUp();
    const good = await enqueue({ body: 'good' });
    await scheduler.runDue();
    respond = () => broken;
    expect(await scheduler.resend(good.id)).toMatchObject({ state: 'delivered', nextAttemptAt: null });
    const bad = await enqueue();
    await timetable.advance(8 * hour);
    expect(await scheduler.resend(bad.id)).toMatchObject({ state: 'failed', nextAttemptAt: null });
    expect((await store.notifications('M', { limit: 5 })).items).toHaveLength(1);
    respond = () => success;
    expect(await scheduler.resend(bad.id)).toMatchObject({ state: 'delivered' });
  });

  it('is refused while it is being delivered, without a URL, and for what is not there', async () => {
    const { hang, waiting } = hanging();
    respond = hang;
    const { scheduler } = await setUp();
    const { id } = await enqueue();
    await scheduler.startDue();
    expect(await scheduler.resend(id)).toBeNull();
    waiting[0]?.(success);
    await scheduler.runDue();
    expect(await scheduler.resend((await enqueue({ url: null })).id)).toBeNull();
    expect(await scheduler.resend('none')).toBeNull();
    expect(sent).toHaveLength(1);
  });

  it('sends the same bytes', async () => {
    const { scheduler } = await setUp();
    const { id, body } = await enqueue({ body: '{"extra":"ü \\u0041"}' });
    await scheduler.runDue();
    await scheduler.resend(id);
    expect(sent.map((delivery) => delivery.body)).toEqual([body, body]);
  });
});

describe('stop', () => {
  it('waits for what is running, breaks off what is not done, and gives it back', async () => {
    const { hang, waiting } = hanging();
    respond = hang;
    const { scheduler } = await setUp();
    const { id } = await enqueue();
    await scheduler.startDue();
    expect(waiting).toHaveLength(1);
    await scheduler.stop({ graceMs: 0 });
    expect(await stored(id)).toMatchObject({ state: 'pending', attempts: [] });
    expect(await store.callbacks.nextDue()).toBe(clock.now());
  });

  it('is bounded also where a sender does not heed its signal', async () => {
    respond = () => new Promise(() => {});
    const { scheduler } = await setUp();
    const { id } = await enqueue();
    await scheduler.startDue();
    await scheduler.stop({ graceMs: 0 });
    expect((await stored(id))?.state).toBe('pending');
  });

  it('starts nothing more, and start goes on', async () => {
    const { scheduler } = await setUp();
    await scheduler.stop({ graceMs: 0 });
    const { id } = await enqueue();
    await scheduler.runDue();
    expect([sent.length, await scheduler.resend(id)]).toEqual([0, null]);
    await scheduler.start();
    await scheduler.runDue();
    expect((await stored(id))?.state).toBe('delivered');
  });
});

describe('faults', () => {
  const withFault = (fault: CallbackFault) => {
    let left = 1;
    return setUp({ faults: () => (left-- > 0 ? fault : null) });
  };

  it('drop: not sent, counted as failed, and retried', async () => {
    const { scheduler, timetable } = await withFault({ kind: 'drop' });
    const { id } = await enqueue();
    await scheduler.runDue();
    expect(sent).toEqual([]);
    expect((await stored(id))?.attempts).toMatchObject([{ ok: false, status: null, reason: 'not sent: a fault dropped it' }]);
    await timetable.advance(minute);
    expect((await stored(id))?.state).toBe('delivered');
  });

  it('duplicate: sent twice, one attempt', async () => {
    const { scheduler } = await withFault({ kind: 'duplicate' });
    const { id } = await enqueue();
    await scheduler.runDue();
    expect(sent).toHaveLength(2);
    expect((await stored(id))?.attempts).toHaveLength(1);
  });

  it('tamper: another amount, the stored bytes unharmed', async () => {
    const { scheduler } = await withFault({ kind: 'tamper' });
    const { id, body } = await enqueue({ body: '{"amount":"500.00","sign":"AB"}' });
    await scheduler.runDue();
    expect(sent.map((delivery) => delivery.body)).toEqual(['{"amount":"9500.00","sign":"AB"}']);
    expect((await stored(id))?.body).toBe(body);
  });

  it('delay: sent later, and broken off by stop', async () => {
    const { scheduler } = await withFault({ kind: 'delay', ms: 600_000 });
    respond = (_delivery, signal) => (signal.aborted ? aborted : success);
    const { id } = await enqueue();
    await scheduler.startDue();
    expect(sent).toEqual([]);
    await scheduler.stop({ graceMs: 0 });
    expect(await stored(id)).toMatchObject({ state: 'pending', attempts: [] });
  });

  it('delay: of nothing is sent like any other', async () => {
    const { scheduler } = await withFault({ kind: 'delay', ms: 1 });
    const { id } = await enqueue();
    await scheduler.runDue();
    expect((await stored(id))?.state).toBe('delivered');
  });
});

describe('a store that fails', () => {
  it('is told of, and the callback is delivered again later', async () => {
    const finish = store.callbacks.finish;
    let broken = true;
    const queue = {
      ...store.callbacks,
      finish: (...parameters: Parameters<typeof finish>) => {
        if (broken) return Promise.reject(new Error('disk full'));
        return finish(...parameters);
      },
    };
    const { scheduler, timetable } = await setUp({ queue });
    const { id } = await enqueue();
    await scheduler.runDue();
    expect(errors).toEqual([expect.objectContaining({ message: 'disk full' })]);
    broken = false;
    await timetable.advance(hour);
    expect(sent).toHaveLength(2);
    expect((await stored(id))?.state).toBe('delivered');
  });
});

it('leaves nothing pending 8 hours after the last fault', async () => {
  let calls = 0;
  respond = () => {
    calls += 1;
    return calls % 3 === 0 ? success : broken;
  };
  const { timetable } = await setUp();
  for (let i = 0; i < 30; i++) await enqueue({ url: `http://shop-${i % 4}.example/` });
  await timetable.advance(8 * hour);
  expect(await store.callbacks.outlook()).toEqual({ pending: 0, delivering: 0 });
});
