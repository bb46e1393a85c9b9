import { describe, expect, it } from 'vitest';
import { minute } from '../store/samples.contract.ts';
import type { CallbackQueue } from '../store/store.ts';
import { hanging, rigPerTest, success } from './scheduler-rig.contract.ts';

const rig = rigPerTest();

describe('delivery leases [contract:callbacks.leases]', () => {
  it('the gateway keeps the leases of its running deliveries, even after a late renewal', async () => {
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

  it('the gateway aborts an unsent delivery if its lease has ended', async () => {
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

  it('the gateway checks leases in real time only during deliveries', async () => {
    const { scheduler } = await rig().start();
    expect(rig().regular).toBe(0);
    await rig().enqueue();
    await scheduler.runDue();
    expect(rig().regular).toBe(1);
    await rig().pass(10_000);
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
    const one = await rig().start({ queue });
    const callbacks = [await rig().enqueue(), await rig().enqueue(), await rig().enqueue()];
    failing = callbacks[0]?.id ?? '';
    await one.scheduler.startDue();
    await rig().pass(minute);
    expect(waiting).toHaveLength(3);
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
