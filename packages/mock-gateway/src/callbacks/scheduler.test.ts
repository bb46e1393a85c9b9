import { describe, expect, it } from 'vitest';
import { minute } from '../../test/builders.ts';
import { GatewayClock } from '../clock/gateway-clock.ts';
import {
  broken,
  hanging,
  rigPerTest,
  shopUrl,
  someTurns,
  success,
  unanswered,
} from './scheduler-rig.contract.ts';

const hour = 60 * minute;
const rig = rigPerTest();

describe('callback delivery', () => {
  it('a delivery sends the stored bytes and then stores the attempt', async () => {
    const { scheduler } = await rig().start();
    const { id, body, url } = await rig().enqueue();
    const start = rig().clock.now();
    await scheduler.runDue();
    expect(rig().sent).toEqual([{ url, body, at: start }]);
    expect(rig().stored(id)).toMatchObject({
      state: 'delivered',
      nextAttemptAt: null,
      attempts: [
        {
          number: 1,
          manual: false,
          url: shopUrl,
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
    expect(rig().changes.at(-1)).toEqual(rig().stored(id));
  });

  it('deliveries start in the order of the due times of their callbacks', async () => {
    const { scheduler } = await rig().start({ maxDeliveries: 1 });
    const urls = ['http://a.example/1', 'http://b.example/2', 'http://a.example/3'];
    await rig().enqueueAll(urls.map((url) => ({ url })));
    await scheduler.runDue();
    expect(rig().sent.map(({ url }) => url)).toEqual(urls);
  });

  it('a due delivery starts without waiting for running deliveries', async () => {
    const { hang, waiting } = hanging();
    rig().respond = hang;
    const { scheduler } = await rig().start();
    await rig().enqueue();
    await expect.poll(() => waiting.length).toBe(1);
    const { id } = await rig().enqueue({ url: 'http://other.example/' });
    await expect.poll(() => waiting.length).toBe(2);
    for (const end of waiting) end(success);
    await scheduler.runDue();
    expect(rig().stored(id)?.state).toBe('delivered');
  });

  it('a callback that was being delivered when the process died is delivered again', async () => {
    rig().respond = hanging().hang;
    const { scheduler } = await rig().start();
    const { id } = await rig().enqueue();
    await someTurns();
    expect([rig().sent.length, rig().stored(id)?.state]).toEqual([1, 'delivering']);
    // Forgets everything in memory, as a crash does.
    scheduler.abandon();
    rig().respond = () => success;
    await rig().start();
    expect([rig().sent.length, rig().stored(id)?.state]).toEqual([2, 'delivered']);
  });
});

describe('one delivery at a time [contract:callbacks.once]', () => {
  it('each of many callbacks is sent exactly once, however often due work is looked for', async () => {
    const { scheduler } = await rig().start({ maxDeliveries: 8, maxPerReceiver: 2 });
    rig().respond = async () => {
      await someTurns(1 + (rig().sent.length % 3));
      return success;
    };
    const all = await rig().enqueueAll(
      Array.from({ length: 300 }, (_, i) => ({ url: `http://shop-${i % 7}.example/${i}` })),
    );
    await Promise.all([scheduler.runDue(), scheduler.settle(), scheduler.runDue()]);
    expect(
      rig()
        .sent.map(({ url }) => url)
        .sort(),
    ).toEqual(all.map(({ url }) => url).sort());
    expect(rig().counts).toEqual({ pending: 0, delivering: 0 });
  });

  it('a round starts at most 32 deliveries, so a long queue does not stop the gateway', async () => {
    rig().respond = hanging().hang;
    const { scheduler } = await rig().start({ maxDeliveries: 100, maxPerReceiver: 100 });
    scheduler.drain();
    await rig().enqueueAll(Array.from({ length: 80 }, () => ({})));
    expect(rig().sent).toHaveLength(0);
    void scheduler.settle({ timeoutMs: 1 });
    expect(scheduler.delivering).toBe(32);
    await expect.poll(() => scheduler.delivering).toBe(80);
  });
});

describe('one hung receiver [contract:serve.caps]', () => {
  const hungUrl = 'http://hung.example:9000/callbacks';

  it('a hung receiver occupies only its own delivery slots, so other receivers are not delayed', async () => {
    const { hang, waiting } = hanging();
    rig().respond = (delivery, signal) => (delivery.url === hungUrl ? hang(delivery, signal) : success);
    const { scheduler } = await rig().start({ maxDeliveries: 8, maxPerReceiver: 3 });
    await rig().enqueueAll(Array.from({ length: 20 }, () => ({ url: hungUrl })));
    const others = await rig().enqueueAll([
      ...Array.from({ length: 20 }, (_, i) => ({ url: `http://shop.example/${i}` })),
      // The same host on another port is another receiver.
      { url: 'http://hung.example:9001/callbacks' },
    ]);
    await expect.poll(() => rig().counts).toEqual({ pending: 17, delivering: 3 });
    expect(waiting).toHaveLength(3);
    for (const { id } of others) expect(rig().stored(id)?.state).toBe('delivered');
    // A delivery that times out frees its slot for the receiver's next callback.
    rig().respond = () => success;
    for (const end of waiting) end(broken);
    await scheduler.runDue();
    expect(rig().counts).toEqual({ pending: 3, delivering: 0 });
  });

  it('the scheduler starts no further delivery while hung receivers occupy all slots', async () => {
    const { hang, waiting } = hanging();
    rig().respond = hang;
    const { timers } = await rig().start({ maxDeliveries: 5, maxPerReceiver: 2 });
    await rig().enqueueAll(Array.from({ length: 10 }, (_, i) => ({ url: `http://host-${i % 5}.example/` })));
    await expect.poll(() => waiting.length).toBe(5);
    timers.wake();
    await someTurns();
    expect(rig().counts).toEqual({ pending: 5, delivering: 5 });
  });

  it('the scheduler sends one delivery at a time to a receiver that sends no response', async () => {
    const { hang, waiting } = hanging();
    rig().respond = hang;
    await rig().start({ patienceMs: 1, maxPerReceiver: 3 });
    await rig().enqueueAll(Array.from({ length: 9 }, () => ({ url: hungUrl })));
    await someTurns();
    expect(waiting).toHaveLength(3);
    // Real timers fire in the order in which they were set, so the deliveries hang after this timer.
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (const end of waiting.splice(0)) end(unanswered);
    await someTurns();
    expect(waiting).toHaveLength(1);
  });

  it('a re-send to a hung receiver also counts toward the delivery caps', async () => {
    const { hang, waiting } = hanging();
    rig().respond = hang;
    const { scheduler } = await rig().start({ maxDeliveries: 1 });
    const { id } = await rig().enqueue({ url: null });
    await rig().enqueue({ url: hungUrl });
    await someTurns();
    void scheduler.resend(id, hungUrl);
    await expect.poll(() => waiting.length).toBe(2);
    await rig().enqueueAll(['a', 'b', 'c'].map((name) => ({ url: `http://${name}.example/` })));
    await someTurns();
    expect(waiting).toHaveLength(2);
    for (const end of waiting.splice(0)) end(success);
  });
});

describe('a hundred hung receivers [contract:serve.caps]', () => {
  it('a hundred hung receivers delay other receivers only until their deliveries time out', async () => {
    const { hang, waiting } = hanging();
    rig().respond = (delivery, signal) => (delivery.url.includes('hung') ? hang(delivery, signal) : success);
    await rig().start({ patienceMs: 1 });
    const all = await rig().enqueueAll([
      ...Array.from({ length: 500 }, (_, i) => ({ url: `http://hung-${i % 100}.example/` })),
      { url: 'http://shop.example/' },
    ]);
    await expect.poll(() => rig().stored(all.at(-1)?.id ?? '')?.state).toBe('delivered');
    await expect.poll(() => waiting.length).toBe(400);
    expect(rig().counts).toEqual({ pending: 100, delivering: 400 });
  });
});

describe('commits of deliveries [contract:callbacks.commits]', () => {
  it('a callback is sent only after the commit that contains it', async () => {
    const { scheduler } = await rig().start();
    const { store } = rig();
    const lost = store.write(() => {
      store.callbacks.enqueue({ ...callbackAt(rig().clock.now()), id: 'cb_lost' });
      return store.onDisk();
    });
    scheduler.startDue(rig().clock.now());
    expect(scheduler.delivering).toBe(1);
    expect(() =>
      store.write(() => {
        throw new Error('another request failed');
      }),
    ).toThrow();
    await expect(lost).rejects.toThrow();
    await someTurns();
    expect([rig().sent, scheduler.delivering, rig().stored('cb_lost')]).toEqual([[], 0, null]);
  });

  it('results that arrive in one turn share a commit', async () => {
    const { hang, waiting } = hanging();
    rig().respond = hang;
    const { scheduler } = await rig().start({ maxDeliveries: 3 });
    await rig().enqueueAll(Array.from({ length: 3 }, (_, i) => ({ url: `http://host-${i}.example/` })));
    await expect.poll(() => waiting.length).toBe(3);
    const commits: number[] = [];
    const { committed } = rig().store;
    rig().store.committed = (changes) => {
      commits.push(changes.length);
      committed(changes);
    };
    for (const end of waiting) end(success);
    await scheduler.runDue();
    expect(commits).toEqual([3]);
  });

  function callbackAt(createdAt: number) {
    return {
      ...({ kind: 'payin', event: 'payin.success', mchId: 'M1', orderNo: null, mchOrderNo: null } as const),
      ...({ url: shopUrl, format: 'json', body: '{}', createdAt } as const),
    };
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

describe('drain of the scheduler', () => {
  it('a drained scheduler delivers only for a re-send or a move of the clock', async () => {
    const { scheduler, timers } = await rig().start();
    scheduler.drain();
    const { id } = await rig().enqueue();
    await someTurns();
    expect(rig().sent).toHaveLength(0);
    await scheduler.resend(id, 'http://elsewhere.example/');
    await rig().enqueue();
    await timers.advance(1);
    expect(rig().sent.map(({ url }) => url)).toEqual(['http://elsewhere.example/', shopUrl]);
  });
});

describe('stop of the scheduler', () => {
  it('when the scheduler stops, the deliveries that it aborts stay due', async () => {
    const { hang, brokenOff } = hanging();
    rig().respond = hang;
    const { scheduler } = await rig().start();
    const { id, url } = await rig().enqueue();
    await someTurns();
    expect(brokenOff).toEqual([]);
    await scheduler.stop({ graceMs: 0 });
    expect(brokenOff).toEqual([url]);
    expect(rig().stored(id)).toMatchObject({ state: 'pending', attempts: [] });
    expect(rig().store.callbacks.nextDue()).toBe(rig().clock.now());
  });

  it('when the scheduler stops, it stores the results of deliveries that end in time', async () => {
    const { hang, waiting } = hanging();
    rig().respond = hang;
    const { scheduler } = await rig().start();
    const { id } = await rig().enqueue();
    await someTurns();
    const stopped = scheduler.stop({ graceMs: 60_000 });
    waiting[0]?.(success);
    await stopped;
    expect(rig().stored(id)?.state).toBe('delivered');
  });

  it('the scheduler stops in bounded time, even if a sender ignores the abort signal', async () => {
    rig().respond = () => new Promise(() => {});
    const { scheduler } = await rig().start();
    const { id } = await rig().enqueue();
    await someTurns();
    await scheduler.stop({ graceMs: 0 });
    expect([scheduler.delivering, rig().stored(id)?.state]).toEqual([0, 'pending']);
  });

  it('a stopped scheduler never blocks an advance of the clock', async () => {
    const { scheduler, timers } = await rig().start();
    scheduler.abandon();
    await rig().enqueue();
    const start = rig().clock.now();
    await timers.advance(minute);
    expect([rig().clock.now() - start, rig().sent.length]).toEqual([minute, 0]);
  });

  it('a stopped scheduler starts no delivery until its next start', async () => {
    const { scheduler } = await rig().start();
    await scheduler.stop({ graceMs: 0 });
    const { id } = await rig().enqueue();
    await scheduler.runDue();
    expect([rig().sent.length, await scheduler.resend(id, 'http://shop.example/')]).toEqual([0, null]);
    scheduler.start();
    await scheduler.runDue();
    expect(rig().stored(id)?.state).toBe('delivered');
  });
});

describe('abandon of the scheduler, for a reset or a restore', () => {
  it('a result that arrives after a reset changes nothing, even for a callback at the same position', async () => {
    const { hang, waiting } = hanging();
    rig().respond = (delivery) => hang(delivery, new AbortController().signal);
    const { scheduler, timers } = await rig().start();
    await rig().enqueue();
    await someTurns();
    const settled = scheduler.settle();
    timers.abort();
    scheduler.abandon();
    rig().store.startOver(() => {});
    rig().clock.begin({ offset: 0, frozenAt: rig().clock.now() });
    await rig().open();
    // The scheduler does not run again yet.
    expect((await settled).settled).toBe(false);
    scheduler.start();
    timers.start();
    const { id } = await rig().enqueue();
    await expect.poll(() => waiting.length).toBe(2);
    waiting[0]?.(success);
    await someTurns();
    expect(rig().stored(id)).toMatchObject({ state: 'delivering', attempts: [] });
    waiting[1]?.(success);
    await scheduler.runDue();
    expect(rig().stored(id)).toMatchObject({ state: 'delivered' });
    expect([rig().counts, rig().errors]).toEqual([{ pending: 0, delivering: 0 }, []]);
  });

  it('a re-send that a reset aborts returns null', async () => {
    rig().respond = hanging().hang;
    const { scheduler } = await rig().start();
    const { id } = await rig().enqueue({ url: null });
    const sent = scheduler.resend(id, shopUrl);
    await someTurns();
    scheduler.abandon();
    expect(await sent).toBeNull();
    expect(rig().stored(id)).toMatchObject({ state: 'undeliverable', attempts: [] });
  });

  it('a clock move that waits for a delivery ends with a reset', async () => {
    rig().respond = hanging().hang;
    const { scheduler, timers } = await rig().start();
    await rig().enqueue();
    const moved = timers.advance(hour);
    await someTurns();
    timers.abort();
    scheduler.abandon();
    await expect(moved).rejects.toMatchObject({ code: 'clock_stopped' });
  });
});

describe('scheduler with a failing store [contract:callbacks.once]', () => {
  const full = new Error('disk full');

  it('a callback whose result the store cannot store is not sent again, and its result is stored later', async () => {
    const { scheduler, timers } = await rig().start();
    rig().storeFailure = full;
    const { id } = await rig().enqueue();
    await scheduler.settle();
    for (let looks = 0; looks < 20; looks++) {
      timers.wake();
      await someTurns(2);
    }
    expect([rig().sent.length, scheduler.delivering]).toEqual([1, 0]);
    expect(rig().errors).toEqual([full]);
    expect(rig().stored(id)).toMatchObject({ state: 'delivering', attempts: [] });
    // The scheduler tries again every second, even if the clock is frozen.
    await expect.poll(() => rig().errors.length, { timeout: 10_000 }).toBe(2);
    rig().storeFailure = null;
    await expect.poll(() => rig().stored(id)?.state, { timeout: 10_000 }).toBe('delivered');
    expect([rig().sent.length, rig().errors.length]).toEqual([1, 2]);
  });

  it('a clock move does not wait for a result that the store cannot store', async () => {
    const { scheduler, timers } = await rig().start();
    rig().respond = () => broken;
    rig().storeFailure = full;
    const { id } = await rig().enqueue();
    await timers.advance(1_000);
    rig().storeFailure = null;
    rig().respond = () => success;
    const { createdAt } = rig().stored(id) ?? { createdAt: 0 };
    await scheduler.runDue();
    expect(rig().stored(id)).toMatchObject({ state: 'pending', nextAttemptAt: createdAt + minute });
    await timers.advance(hour);
    expect(rig().sent).toHaveLength(2);
    expect(rig().stored(id)?.state).toBe('delivered');
  });

  it('a client can immediately repeat a re-send whose result the store could not store', async () => {
    const { scheduler } = await rig().start();
    const { id, url } = await rig().enqueue();
    await scheduler.runDue();
    rig().storeFailure = full;
    await expect(scheduler.resend(id, url ?? '')).rejects.toThrow('could not store the result');
    rig().storeFailure = null;
    expect((await scheduler.resend(id, url ?? ''))?.attempts.map(({ manual }) => manual)).toEqual([
      false,
      true,
      true,
    ]);
    expect(rig().errors).toHaveLength(1);
  });

  it('a stopped scheduler forgets the results that the store could not store', async () => {
    const { scheduler } = await rig().start();
    rig().storeFailure = full;
    const { id } = await rig().enqueue();
    await scheduler.settle();
    await scheduler.stop({ graceMs: 0 });
    rig().storeFailure = null;
    expect(rig().stored(id)?.state).toBe('pending');
    scheduler.start();
    await scheduler.runDue();
    expect([rig().sent.length, rig().stored(id)?.state]).toEqual([2, 'delivered']);
  });

  it('a delivery that throws is reported and made again after a second, not in a loop', async () => {
    const { scheduler } = await rig().start();
    rig().respond = () => {
      if (rig().sent.length > 1) return success;
      throw new Error('the sender failed');
    };
    const { id } = await rig().enqueue();
    await scheduler.settle();
    await someTurns();
    expect([rig().sent.length, rig().errors]).toEqual([1, [new Error('the sender failed')]]);
    await expect.poll(() => rig().stored(id)?.state, { timeout: 10_000 }).toBe('delivered');
    expect(rig().sent).toHaveLength(2);
  });
});

it('a running clock starts due deliveries by itself', async () => {
  let real = rig().clock.now();
  rig().clock = new GatewayClock({ realTime: () => real });
  await rig().start();
  const { id } = await rig().enqueue({ createdAt: real + 5 });
  await someTurns();
  expect(rig().sent).toHaveLength(0);
  real += 5;
  await expect.poll(() => rig().stored(id)?.state).toBe('delivered');
});
