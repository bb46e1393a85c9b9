import { describe, expect, it, vi } from 'vitest';
import type { NewCallback } from '../domain/callback.ts';
import { minute } from '../store/samples.contract.ts';
import type { CallbackQueue } from '../store/store.ts';
import { type Answer, broken, hanging, rigPerTest, someTurns, success } from './scheduler-rig.contract.ts';

const hour = 60 * minute;
const rig = rigPerTest();

describe('callback delivery', () => {
  it('a delivery sends the stored bytes and then stores the attempt', async () => {
    const { scheduler } = await rig().start();
    const { id, body, url } = await rig().enqueue();
    const start = rig().clock.now();
    await scheduler.runDue();
    expect(rig().sent).toEqual([{ url, body, at: start }]);
    expect(await rig().stored(id)).toMatchObject({
      state: 'delivered',
      nextAttemptAt: null,
      attempts: [
        {
          number: 1,
          manual: false,
          url: 'http://shop.example:3000/callbacks',
          startedAt: start,
          durationMs: 5,
          status: 200,
          responseBody: 'success',
          ok: true,
          reason: null,
        },
      ],
    });
    expect(rig().changes.map(({ state }) => state)).toEqual(['delivering', 'delivered']);
    expect(rig().changes.at(-1)).toEqual(await rig().stored(id));
  });

  it('deliveries start in the order of the due times of their callbacks', async () => {
    const { scheduler } = await rig().start({ maxDeliveries: 1 });
    const urls = ['http://a.example/1', 'http://b.example/2', 'http://a.example/3'];
    for (const url of urls) await rig().enqueue({ url });
    await scheduler.runDue();
    expect(rig().sent.map(({ url }) => url)).toEqual(urls);
  });

  it('a call to `poke` starts a due delivery without waiting for running deliveries', async () => {
    const { hang, waiting } = hanging();
    rig().respond = hang;
    const { timetable, scheduler } = await rig().start();
    await rig().enqueue();
    timetable.poke();
    await expect.poll(() => waiting.length).toBe(1);
    const { id } = await rig().enqueue({ url: 'http://other.example/' });
    timetable.poke();
    await expect.poll(() => waiting.length).toBe(2);
    for (const end of waiting) end(success);
    await scheduler.runDue();
    expect((await rig().stored(id))?.state).toBe('delivered');
  });
});

describe('one hung receiver [contract:serve.caps]', () => {
  const hungUrl = 'http://hung.example:9000/callbacks';

  it('a hung receiver occupies only its own delivery slots, so other receivers are not delayed', async () => {
    const { hang, waiting } = hanging();
    rig().respond = (delivery, signal) => (delivery.url === hungUrl ? hang(delivery, signal) : success);
    const { scheduler, timetable } = await rig().start({ maxDeliveries: 8, maxPerReceiver: 3 });
    for (let i = 0; i < 20; i++) await rig().enqueue({ url: hungUrl });
    const others: NewCallback[] = [];
    for (let i = 0; i < 20; i++) others.push(await rig().enqueue({ url: `http://shop.example/${i}` }));
    // The same host on another port is another receiver.
    others.push(await rig().enqueue({ url: 'http://hung.example:9001/callbacks' }));
    timetable.poke();
    await expect.poll(() => rig().store.callbacks.counts()).toEqual({ pending: 17, delivering: 3 });
    expect(waiting).toHaveLength(3);
    for (const { id } of others) expect((await rig().stored(id))?.state).toBe('delivered');
    // A delivery that times out frees its slot for the receiver's next callback.
    rig().respond = () => success;
    for (const end of waiting) end(broken);
    await scheduler.runDue();
    expect(await rig().store.callbacks.counts()).toEqual({ pending: 3, delivering: 0 });
  });

  it('the scheduler starts no further delivery while hung receivers occupy all slots', async () => {
    const { hang, waiting } = hanging();
    rig().respond = hang;
    const { timetable } = await rig().start({ maxDeliveries: 5, maxPerReceiver: 2 });
    for (let i = 0; i < 10; i++) await rig().enqueue({ url: `http://host-${i % 5}.example/` });
    timetable.poke();
    await expect.poll(() => waiting.length).toBe(5);
    await timetable.poke();
    expect(await rig().store.callbacks.counts()).toEqual({ pending: 5, delivering: 5 });
  });

  it('the scheduler sends one delivery at a time to a receiver that sends no response', async () => {
    const { hang, waiting } = hanging();
    rig().respond = hang;
    const { scheduler } = await rig().start({ patienceMs: 1, maxPerReceiver: 3 });
    for (let i = 0; i < 9; i++) await rig().enqueue({ url: hungUrl });
    await scheduler.startDue();
    expect(waiting).toHaveLength(3);
    // Real timers fire in the order in which they were set, so the deliveries hang after this timer.
    await new Promise((resolve) => setTimeout(resolve, 1));
    for (const end of waiting.splice(0)) end({ ...broken, status: null, failure: 'timeout' });
    await someTurns();
    expect(waiting).toHaveLength(1);
  });

  it('a re-send to a hung receiver also counts toward the delivery caps', async () => {
    const { hang, waiting } = hanging();
    rig().respond = hang;
    const { scheduler } = await rig().start({ maxDeliveries: 1 });
    const { id } = await rig().enqueue({ url: null });
    await rig().enqueue({ url: hungUrl });
    await scheduler.startDue();
    void scheduler.resend(id, hungUrl);
    await expect.poll(() => waiting.length).toBe(2);
    for (const name of ['a', 'b', 'c']) await rig().enqueue({ url: `http://${name}.example/` });
    await scheduler.startDue();
    expect(waiting).toHaveLength(2);
    for (const end of waiting.splice(0)) end(success);
  });
});

describe('a hundred hung receivers [contract:serve.caps]', () => {
  it('a hundred hung receivers delay other receivers only until their deliveries time out', async () => {
    const { hang, waiting } = hanging();
    rig().respond = (delivery, signal) => (delivery.url.includes('hung') ? hang(delivery, signal) : success);
    const { timetable } = await rig().start({ patienceMs: 1 });
    for (let i = 0; i < 500; i++) await rig().enqueue({ url: `http://hung-${i % 100}.example/` });
    const { id } = await rig().enqueue({ url: 'http://shop.example/' });
    timetable.poke();
    await expect.poll(async () => (await rig().stored(id))?.state).toBe('delivered');
    await expect.poll(() => waiting.length).toBe(400);
    expect(await rig().store.callbacks.counts()).toEqual({ pending: 100, delivering: 400 });
  });
});

describe('callback claim [contract:callbacks.commits]', () => {
  it('a claim covers one callback for each free delivery slot', async () => {
    const claims: number[] = [];
    const { claim } = rig().store.callbacks;
    const queue: CallbackQueue = {
      ...rig().store.callbacks,
      claim: async (wanted) => {
        const claimed = await claim(wanted);
        claims.push(claimed.length);
        return claimed;
      },
    };
    rig().respond = hanging().hang;
    const { scheduler } = await rig().start({ queue, maxDeliveries: 6, maxPerReceiver: 2 });
    for (let i = 0; i < 20; i++) await rig().enqueue({ url: `http://host-${i % 5}.example/` });
    await scheduler.startDue();
    expect(claims.filter((count) => count > 0)).toEqual([6]);
    expect(rig().sent).toHaveLength(6);
  });

  it('a claim ends even if deliveries constantly end and free slots', async () => {
    const { scheduler } = await rig().start({ maxDeliveries: 8, maxPerReceiver: 8 });
    let ended = 0;
    rig().respond = async () => {
      // Deliveries end while the next claim runs.
      await someTurns(1 + (ended++ % 3));
      return success;
    };
    for (let i = 0; i < 600; i++) await rig().enqueue();
    await scheduler.startDue();
    await someTurns();
    await scheduler.startDue();
    expect(rig().sent.length).toBeLessThan(300);
    await scheduler.runDue();
    expect(await rig().store.callbacks.counts()).toEqual({ pending: 0, delivering: 0 });
  });

  it('the scheduler stores a claim together with waiting delivery results, or separately when no result waits', async () => {
    const { waiting, hang } = hanging();
    rig().respond = hang;
    const { queue, asked } = spied();
    const { scheduler } = await rig().start({ queue, maxDeliveries: 3, waitMs: 1_000_000 });
    for (let i = 0; i < 4; i++) await rig().enqueue({ url: `http://host-${i}.example/` });
    await scheduler.startDue();
    expect(waiting).toHaveLength(3);
    asked.length = 0;
    waiting[0]?.(success);
    await someTurns();
    // The fourth callback is sent. The first result waits for the deliveries that are still running.
    expect(waiting).toHaveLength(4);
    expect(asked).not.toContain('finish');
    expect(await rig().store.callbacks.counts()).toEqual({ pending: 0, delivering: 4 });
    for (const answer of waiting) answer(success);
    await scheduler.runDue();
    const stored = asked.filter((what) => what !== 'claim');
    expect(stored).toEqual(['finish', 'finish', 'finish', 'finish', 'turn']);
    expect(await rig().store.callbacks.counts()).toEqual({ pending: 0, delivering: 0 });
  });

  it('the scheduler stores a delivery result after a short wait while another receiver hangs', async () => {
    const { scheduler } = await rig().start({ waitMs: 20 });
    rig().respond = slowHangs();
    await rig().enqueue({ url: 'http://slow.example/' });
    const { id } = await rig().enqueue();
    await scheduler.startDue();
    await vi.waitFor(async () => expect((await rig().stored(id))?.state).toBe('delivered'), 15_000);
  });

  it('the scheduler immediately stores many delivery results while another receiver hangs', async () => {
    const { queue, asked } = spied();
    const caps = { maxDeliveries: 99, maxPerReceiver: 99 };
    const { scheduler } = await rig().start({ queue, ...caps, waitMs: 1_000_000 });
    rig().respond = slowHangs();
    await rig().enqueue({ url: 'http://slow.example/' });
    for (let i = 0; i < 70; i++) await rig().enqueue();
    await scheduler.startDue();
    await someTurns();
    expect(asked.filter((what) => what === 'finish')).toHaveLength(64);
    expect(await rig().store.callbacks.counts()).toEqual({ pending: 0, delivering: 7 });
  });

  it('when the scheduler stops, it stores the waiting delivery results even if a receiver hangs', async () => {
    const { scheduler } = await rig().start({ waitMs: 1_000_000 });
    rig().respond = slowHangs();
    const slow = await rig().enqueue({ url: 'http://slow.example/' });
    const { id } = await rig().enqueue();
    await scheduler.startDue();
    await someTurns();
    expect((await rig().stored(id))?.state).toBe('delivering');
    await scheduler.stop({ graceMs: 0 });
    expect((await rig().stored(id))?.state).toBe('delivered');
    expect(await rig().stored(slow.id)).toMatchObject({ state: 'pending', attempts: [] });
  });

  function slowHangs(): Answer {
    const { hang } = hanging();
    return (delivery, signal) => (delivery.url.includes('slow') ? hang(delivery, signal) : success);
  }

  /** A queue that records its calls, and also records the end of each turn that stored results. */
  function spied(): { readonly queue: CallbackQueue; readonly asked: string[] } {
    const asked: string[] = [];
    const { claim, finish } = rig().store.callbacks;
    const queue: CallbackQueue = {
      ...rig().store.callbacks,
      claim: (wanted) => {
        asked.push('claim');
        return claim(wanted);
      },
      finish: (...result) => {
        if (!asked.includes('finish')) setImmediate(() => asked.push('turn'));
        asked.push('finish');
        return finish(...result);
      },
    };
    return { queue, asked };
  }
});

describe('settle of the scheduler', () => {
  it('settle resolves when no delivery is running or due, even if later retries are pending', async () => {
    rig().respond = () => broken;
    const { scheduler } = await rig().start();
    await rig().enqueue();
    expect(await scheduler.settle()).toEqual({ settled: true, pending: 1 });
    expect(rig().sent).toHaveLength(1);
  });

  it('settle returns unsettled after its timeout', async () => {
    rig().respond = hanging().hang;
    const { scheduler } = await rig().start();
    await rig().enqueue();
    expect(await scheduler.settle({ timeoutMs: 20 })).toEqual({ settled: false, pending: 1 });
  });
});

describe('stop of the scheduler', () => {
  it('when the scheduler stops, it releases the deliveries that it aborts', async () => {
    const { hang, brokenOff } = hanging();
    rig().respond = hang;
    const { scheduler } = await rig().start();
    const { id, url } = await rig().enqueue();
    await scheduler.startDue();
    expect(brokenOff).toEqual([]);
    await scheduler.stop({ graceMs: 0 });
    expect(brokenOff).toEqual([url]);
    expect(await rig().stored(id)).toMatchObject({ state: 'pending', attempts: [] });
    expect(await rig().store.callbacks.nextDue()).toBe(rig().clock.now());
  });

  it('the scheduler stops in bounded time, even if a sender ignores the abort signal', async () => {
    rig().respond = () => new Promise(() => {});
    const { scheduler } = await rig().start();
    const { id } = await rig().enqueue();
    await scheduler.startDue();
    const order: string[] = [];
    const stopped = scheduler.stop({ graceMs: 0 }).then(() => order.push('stopped'));
    await scheduler.start();
    order.push('started');
    await stopped;
    expect(order).toEqual(['stopped', 'started']);
    expect((await rig().stored(id))?.state).toBe('pending');
  });

  it('a stopped scheduler never blocks an advance of the clock', async () => {
    const { scheduler, timetable } = await rig().start();
    await rig().enqueue();
    await scheduler.stop({ graceMs: 0 });
    const start = rig().clock.now();
    await timetable.advance(minute);
    expect([rig().clock.now() - start, rig().sent.length]).toEqual([minute, 0]);
  });

  it('a stopped scheduler starts no delivery until its next start', async () => {
    const { scheduler } = await rig().start();
    await scheduler.stop({ graceMs: 0 });
    const { id } = await rig().enqueue();
    await scheduler.runDue();
    expect([rig().sent.length, await scheduler.resend(id, 'http://shop.example/')]).toEqual([0, null]);
    await scheduler.start();
    await scheduler.runDue();
    expect((await rig().stored(id))?.state).toBe('delivered');
  });
});

describe('scheduler with a failing store', () => {
  it('the scheduler reports and retries a failed claim after a delivery, even if the clock is frozen', async () => {
    const { claim } = rig().store.callbacks;
    let isFull = false;
    const queue: CallbackQueue = {
      ...rig().store.callbacks,
      claim: (wanted) => (isFull ? Promise.reject(new Error('disk full')) : claim(wanted)),
    };
    const { scheduler } = await rig().start({ queue });
    rig().respond = async () => {
      isFull = rig().sent.length === 1;
      if (isFull) await rig().enqueue();
      return success;
    };
    await rig().enqueue();
    await scheduler.startDue();
    await expect.poll(() => rig().errors[0]).toEqual(new Error('disk full'));
    isFull = false;
    await expect.poll(() => rig().sent.length, { timeout: 10_000 }).toBe(2);
  });

  it('the scheduler reports a delivery result that the store rejects and later repeats the delivery', async () => {
    const finish = rig().store.callbacks.finish;
    let full = true;
    const queue = {
      ...rig().store.callbacks,
      finish: (...parameters: Parameters<typeof finish>) => {
        if (full) return Promise.reject(new Error('disk full'));
        return finish(...parameters);
      },
    };
    const { scheduler, timetable } = await rig().start({ queue });
    const { id } = await rig().enqueue();
    await scheduler.runDue();
    expect(rig().errors).toEqual([expect.objectContaining({ message: 'disk full' })]);
    await scheduler.settle();
    expect(rig().sent).toHaveLength(1);
    full = false;
    await timetable.advance(hour);
    expect(rig().sent).toHaveLength(2);
    expect((await rig().stored(id))?.state).toBe('delivered');
  });

  it('a client can immediately repeat a re-send whose result the store could not store', async () => {
    const finish = rig().store.callbacks.finish;
    let full = false;
    const queue = {
      ...rig().store.callbacks,
      finish: (...parameters: Parameters<typeof finish>) =>
        full ? Promise.reject(new Error('disk full')) : finish(...parameters),
    };
    const { scheduler } = await rig().start({ queue });
    const { id, url } = await rig().enqueue();
    await scheduler.runDue();
    full = true;
    await expect(scheduler.resend(id, url ?? '')).rejects.toThrow('could not store the result');
    full = false;
    expect((await scheduler.resend(id, url ?? ''))?.attempts).toHaveLength(2);
    expect(rig().errors).toHaveLength(1);
  });

  it('the scheduler calls a failing store again within a few seconds, even if the clock is frozen', async () => {
    let full = true;
    const { finish } = rig().store.callbacks;
    const queue = {
      ...rig().store.callbacks,
      finish: (...parameters: Parameters<typeof finish>) =>
        full ? Promise.reject(new Error('disk full')) : finish(...parameters),
    };
    const { scheduler } = await rig().start({ queue });
    const { id } = await rig().enqueue();
    await scheduler.runDue();
    full = false;
    await rig().pass(10_000);
    expect((await rig().stored(id))?.state).toBe('delivered');
  });
});
