import { describe, expect, it } from 'vitest';
import { claimOne, minute, sampleAttempt } from '../store/samples.contract.ts';
import type { CallbackQueue } from '../store/store.ts';
import { broken, hanging, rigPerTest, someTurns, success } from './scheduler-rig.contract.ts';

const hour = 60 * minute;
const rig = rigPerTest();

describe('delivery leases [contract:callbacks.leases]', () => {
  const dead = { owner: 'a gateway that died', ms: 30_000 };

  it('another instance takes over the leases of a dead gateway in real time, even if the clock is frozen', async () => {
    const { timetable } = await rig().start({ shared: true });
    const { id } = await rig().enqueue();
    const now = rig().clock.now();
    const claim = await claimOne(rig().store, { now, lease: dead });
    await rig().pass(29_000);
    timetable.poke();
    await rig().pass(500);
    expect(rig().sent).toEqual([]);
    await rig().pass(10_500);
    expect(rig().sent.map(({ at }) => at)).toEqual([now]);
    expect((await rig().stored(id))?.state).toBe('delivered');
    if (claim === null) throw new Error('nothing was claimed');
    const late = sampleAttempt({ startedAt: now });
    const retry = { state: 'pending', nextAttemptAt: now, notification: null } as const;
    expect(await rig().store.callbacks.finish(claim, late, retry)).toBe(false);
    expect((await rig().stored(id))?.state).toBe('delivered');
  });

  it('another instance takes over ended leases during an advance of the clock', async () => {
    const { timetable } = await rig().start();
    const { id } = await rig().enqueue();
    await claimOne(rig().store, { now: rig().clock.now(), lease: dead });
    await rig().pass(30_000);
    await timetable.advance(1);
    expect((await rig().stored(id))?.state).toBe('delivered');
  });

  it('an advance of the clock ends no lease', async () => {
    const { hang, waiting } = hanging();
    rig().respond = hang;
    const [one, two] = [await rig().start({ shared: true }), await rig().start({ shared: true })];
    const { id } = await rig().enqueue();
    await one.scheduler.startDue();
    const { clock } = rig();
    const before = clock.now();
    const advanced = two.timetable.advance(24 * hour);
    await someTurns();
    // The clock waits at the instant of a delivery by another instance.
    expect({ sent: waiting.length, at: clock.now() }).toEqual({ sent: 1, at: before });
    waiting[0]?.(success);
    await advanced;
    expect(clock.now()).toBe(before + 24 * hour);
    expect(await rig().stored(id)).toMatchObject({ state: 'delivered', attempts: [{ number: 1 }] });
  });

  it('the gateway renews a lease until its delivery ends', async () => {
    const { hang, waiting } = hanging();
    rig().respond = hang;
    const one = await rig().start({ shared: true });
    await rig().start({ shared: true });
    const { id } = await rig().enqueue();
    await one.scheduler.startDue();
    await rig().pass(10 * minute);
    expect(waiting).toHaveLength(1);
    waiting[0]?.(success);
    await one.scheduler.runDue();
    expect(await rig().stored(id)).toMatchObject({ state: 'delivered', attempts: [{ number: 1 }] });
    expect(rig().errors).toEqual([]);
  });

  it('an instance keeps the leases of its own running deliveries, even after a late renewal', async () => {
    const { hang, waiting } = hanging();
    rig().respond = hang;
    // The machine was asleep, so no lease was renewed. The next event is a claim.
    const { scheduler } = await rig().start({ every: () => () => {} });
    const { id } = await rig().enqueue();
    await scheduler.startDue();
    await rig().pass(10 * minute);
    const next = await rig().enqueue();
    await scheduler.startDue();
    expect(rig().sent).toHaveLength(2);
    expect(await scheduler.resend(id, 'http://elsewhere.example/')).toBeNull();
    for (const answer of waiting) answer(success);
    await scheduler.runDue();
    for (const sent of [id, next.id])
      expect(await rig().stored(sent)).toMatchObject({ state: 'delivered', attempts: [{ number: 1 }] });
    expect(rig().sent).toHaveLength(2);
  });

  it('the gateway ignores a response if another instance has taken over the lease of the delivery', async () => {
    const { hang, waiting } = hanging();
    rig().respond = hang;
    // This instance is silent for too long, but no error occurs.
    const queue = { ...rig().store.callbacks, renew: async () => true };
    const asleep = await rig().start({ queue });
    const { id } = await rig().enqueue();
    await asleep.scheduler.startDue();
    await rig().start({ shared: true });
    await rig().pass(40_000);
    expect(waiting).toHaveLength(2);
    waiting[0]?.(broken);
    await rig().pass(1);
    expect(await rig().stored(id)).toMatchObject({ state: 'delivering', attempts: [] });
    waiting[1]?.(success);
    await rig().pass(1);
    expect(await rig().stored(id)).toMatchObject({ state: 'delivered', attempts: [{ number: 1, ok: true }] });
  });

  it('the gateway aborts an unsent delivery if another instance has taken over its lease', async () => {
    const { hang, brokenOff } = hanging();
    rig().respond = hang;
    const { scheduler, owner } = await rig().start();
    const { id, url } = await rig().enqueue();
    await scheduler.startDue();
    await rig().store.callbacks.releaseOwned(owner);
    rig().respond = () => success;
    await rig().pass(10_000);
    expect(brokenOff).toEqual([url]);
    expect(await rig().stored(id)).toMatchObject({ state: 'delivered', attempts: [{ number: 1, ok: true }] });
    expect(rig().errors).toEqual([]);
  });

  it('only the owner of a lease can release the lease', async () => {
    rig().respond = hanging().hang;
    const [one, two] = [await rig().start(), await rig().start({ shared: true })];
    const { id } = await rig().enqueue({ url: 'http://one.example/' });
    await one.scheduler.startDue();
    await rig().enqueue({ url: 'http://two.example/' });
    await two.scheduler.startDue();
    await two.scheduler.stop({ graceMs: 0 });
    expect(await rig().store.callbacks.counts()).toEqual({ pending: 1, delivering: 1 });
    expect((await rig().stored(id))?.state).toBe('delivering');
    await two.scheduler.start();
    expect((await rig().stored(id))?.state).toBe('delivering');
  });

  it('the gateway checks leases in real time during deliveries, or always if several instances deliver', async () => {
    const { scheduler } = await rig().start();
    expect(rig().regular).toBe(0);
    await rig().enqueue();
    await scheduler.runDue();
    expect(rig().regular).toBe(1);
    await rig().pass(10_000);
    expect(rig().regular).toBe(0);
    const shared = await rig().start({ shared: true });
    await rig().pass(minute);
    expect(rig().regular).toBe(1);
    await shared.scheduler.stop({ graceMs: 0 });
    expect(rig().regular).toBe(0);
  });

  it('the gateway renews each lease separately, so one failed renewal affects no other lease', async () => {
    const { hang, waiting } = hanging();
    rig().respond = hang;
    const { renew } = rig().store.callbacks;
    let failing = '';
    const queue: CallbackQueue = {
      ...rig().store.callbacks,
      renew: (claim, ms) =>
        claim.callback.id === failing ? Promise.reject(new Error('disk full')) : renew(claim, ms),
    };
    const one = await rig().start({ shared: true, queue });
    await rig().start({ shared: true });
    const callbacks = [await rig().enqueue(), await rig().enqueue(), await rig().enqueue()];
    failing = callbacks[0]?.id ?? '';
    await one.scheduler.startDue();
    // The first lease ends, and another instance delivers this callback. The other claims stay valid.
    await rig().pass(minute);
    expect(waiting).toHaveLength(4);
    expect(rig().errors).toContainEqual(new Error('disk full'));
    const fences = await Promise.all(callbacks.map(({ id }) => rig().stored(id)));
    expect(fences.map((stored) => stored?.state)).toEqual(['delivering', 'delivering', 'delivering']);
  });

  it('if the store is unavailable when the scheduler stops, the scheduler releases the lease later', async () => {
    const { claim, release } = rig().store.callbacks;
    let overtaken: Promise<void> | null = null;
    let isFull = false;
    const queue: CallbackQueue = {
      ...rig().store.callbacks,
      claim: async (wanted) => {
        const claimed = await claim(wanted);
        if (claimed.length > 0) overtaken ??= scheduler.stop({ graceMs: 0 });
        return claimed;
      },
      release: (held) => (isFull ? Promise.reject(new Error('disk full')) : release(held)),
      releaseOwned: (owner) =>
        isFull ? Promise.reject(new Error('disk full')) : rig().store.callbacks.releaseOwned(owner),
    };
    const { scheduler } = await rig().start({ queue });
    const { id } = await rig().enqueue();
    isFull = true;
    await scheduler.startDue();
    await expect(overtaken).rejects.toThrow('disk full');
    expect(rig().regular).toBe(0);
    expect(rig().sent).toEqual([]);
    expect((await rig().stored(id))?.state).toBe('delivering');
    await expect(scheduler.start()).rejects.toThrow('disk full');
    isFull = false;
    await rig().pass(10_000);
    expect(await rig().stored(id)).toMatchObject({ state: 'delivered', attempts: [{ number: 1 }] });
  });

  it('a scheduler that is stopped and immediately restarted releases its leases within a few seconds', async () => {
    const { claimForResend, release } = rig().store.callbacks;
    let isFull = true;
    const queue: CallbackQueue = {
      ...rig().store.callbacks,
      claimForResend: async (id, wanted) => {
        await scheduler.stop({ graceMs: 0 });
        await scheduler.start();
        return claimForResend(id, wanted);
      },
      release: (held) => (isFull ? Promise.reject(new Error('disk full')) : release(held)),
    };
    const { scheduler } = await rig().start({ queue });
    const { id } = await rig().enqueue({ url: null });
    expect(await scheduler.resend(id, 'http://shop.example/')).toBeNull();
    expect((await rig().stored(id))?.state).toBe('delivering');
    expect(rig().errors).toEqual([new Error('disk full')]);
    isFull = false;
    await rig().pass(10_000);
    expect((await rig().stored(id))?.state).toBe('undeliverable');
  });

  it('the next start releases the lease of a re-send if the store could not release it at the stop', async () => {
    const { claimForResend } = rig().store.callbacks;
    const queue: CallbackQueue = {
      ...rig().store.callbacks,
      claimForResend: async (id, wanted) => {
        await scheduler.stop({ graceMs: 0 });
        return claimForResend(id, wanted);
      },
      release: () => Promise.reject(new Error('disk full')),
    };
    const { scheduler } = await rig().start({ queue });
    const { id } = await rig().enqueue({ url: null });
    expect(await scheduler.resend(id, 'http://shop.example/')).toBeNull();
    expect([rig().regular, (await rig().stored(id))?.state]).toEqual([0, 'delivering']);
    await scheduler.start();
    expect((await rig().stored(id))?.state).toBe('undeliverable');
  });
});
