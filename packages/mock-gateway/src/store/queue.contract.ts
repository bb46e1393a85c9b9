import { beforeEach, describe, expect, it } from 'vitest';
import type { NewCallback } from '../domain/callback.ts';
import {
  type CurrentStore,
  claimOne,
  minute,
  sampleAttempt,
  sampleCallback,
  sampleMerchant,
  t0,
  unique,
} from './samples.contract.ts';
import type { AfterAttempt, Claim, Lease } from './store.ts';

const retry = (nextAttemptAt: number): AfterAttempt => ({
  state: 'pending',
  nextAttemptAt,
  notification: null,
});
const delivered: AfterAttempt = { state: 'delivered', nextAttemptAt: null, notification: null };
const failed: AfterAttempt = { state: 'failed', nextAttemptAt: null, notification: null };

export function queueContract(store: CurrentStore): void {
  describe('callback queue', () => {
    let mchId: string;
    beforeEach(async () => {
      const merchant = sampleMerchant();
      mchId = merchant.mchId;
      await store().commit([{ write: 'insert_merchant', merchant }]);
    });

    const queue = () => store().callbacks;
    const lease = { owner: 'a gateway', ms: minute };
    /** A lease that has already ended, as if its instance had been silent for too long. */
    const ended = { owner: 'a dead gateway', ms: 0 };
    const claim = (now = t0, saturated: readonly string[] = []) =>
      claimOne(store(), { now, lease, saturated });

    async function enqueue(fields: Partial<NewCallback> = {}): Promise<NewCallback> {
      const callback = sampleCallback(mchId, fields);
      await store().commit([{ write: 'enqueue', callback }]);
      return callback;
    }

    async function claimed(now = t0, whose: Lease = lease): Promise<Claim> {
      const held = await claimOne(store(), { now, lease: whose });
      if (held === null) throw new Error('nothing was due');
      return held;
    }

    it('the callback queue stores a new callback completely and makes it due immediately', async () => {
      const callback = await enqueue({ format: 'form', body: 'a=1&sign=AB', createdAt: t0 + 3 });
      const stored = { ...callback, state: 'pending', nextAttemptAt: t0 + 3, attempts: [] };
      expect(await queue().get(callback.id)).toEqual(stored);
      expect(await queue().nextDue()).toBe(t0 + 3);
      expect(await claim(t0 + 2)).toBeNull();
      expect((await claimed(t0 + 3)).callback).toEqual({ ...stored, state: 'delivering' });
      expect(await queue().get('none')).toBeNull();
    });

    it('the callback queue never claims a callback without a URL', async () => {
      const { id } = await enqueue({ url: null });
      expect(await queue().get(id)).toMatchObject({ state: 'undeliverable', nextAttemptAt: null });
      expect(await claim(t0 + minute)).toBeNull();
      expect(await queue().nextDue()).toBeNull();
    });

    it('the callback queue contains one callback for each event of an order', async () => {
      await enqueue({ orderNo: 'PI1', event: 'payin.failed' });
      await enqueue({ orderNo: 'PI1', event: 'payin.success' });
      await expect(enqueue({ orderNo: 'PI1', event: 'payin.success' })).rejects.toThrow();
      await enqueue({ orderNo: null, kind: 'test', event: 'test' });
      await enqueue({ orderNo: null, kind: 'test', event: 'test' });
    });

    it('the callback queue assigns the longest waiting callback to only one claimant', async () => {
      const second = await enqueue({ createdAt: t0 + 1 });
      const first = await enqueue({ createdAt: t0 });
      const third = await enqueue({ createdAt: t0 + 1 });
      const order = [await claim(t0 + 5), await claim(t0 + 5), await claim(t0 + 5)];
      expect(order.map((held) => held?.callback.id)).toEqual([first.id, second.id, third.id]);
      expect(await claim(t0 + 5)).toBeNull();
      expect(await queue().counts()).toEqual({ pending: 0, delivering: 3 });
    });

    it('the callback queue skips receivers at their limit, distinguished by host and port', async () => {
      const urls = ['http://a.example/1', 'http://a.example:8080/', 'https://a.example/', 'http://[::1]:9/x'];
      const callbacks: NewCallback[] = [];
      for (const [delay, url] of urls.entries())
        callbacks.push(await enqueue({ url, createdAt: t0 + delay }));
      const saturated = ['a.example:80', 'a.example:443'];
      expect((await claim(t0 + 9, saturated))?.callback.id).toBe(callbacks[1]?.id);
      expect((await claim(t0 + 9, saturated))?.callback.id).toBe(callbacks[3]?.id);
      expect(await claim(t0 + 9, saturated)).toBeNull();
      expect((await claim(t0 + 9, ['a.example:80']))?.callback.id).toBe(callbacks[2]?.id);
      expect((await claim(t0 + 9, ['[::1]:9']))?.callback.id).toBe(callbacks[0]?.id);
    });

    describe('claim of several callbacks', () => {
      const claimUpTo = (atMost: number, perReceiver: number, busy: Readonly<Record<string, number>> = {}) =>
        queue().claim({ now: t0 + 9, lease, atMost, perReceiver, busy: new Map(Object.entries(busy)) });
      const urls = (claims: readonly Claim[]) => claims.map(({ url }) => new URL(url).pathname);
      async function enqueueAll(paths: Readonly<Record<string, string>>): Promise<void> {
        for (const [delay, [path, host]] of Object.entries(paths).entries())
          await enqueue({ url: `http://${host}.example${path}`, createdAt: t0 + delay });
      }

      it('a claim of several callbacks returns the longest waiting callbacks, up to the requested number', async () => {
        await enqueueAll({ '/1': 'a', '/2': 'b', '/3': 'a', '/4': 'c', '/5': 'b' });
        expect(urls(await claimUpTo(3, 9))).toEqual(['/1', '/2', '/3']);
        expect(await claimUpTo(0, 9)).toEqual([]);
        expect(urls(await claimUpTo(9, 9))).toEqual(['/4', '/5']);
        expect(await claimUpTo(9, 9)).toEqual([]);
        expect(await queue().counts()).toEqual({ pending: 0, delivering: 5 });
      });

      it('a claim of several callbacks stays within the limit of each receiver, including running deliveries', async () => {
        await enqueueAll({ '/1': 'a', '/2': 'a', '/3': 'a', '/4': 'b', '/5': 'a', '/6': 'b', '/7': 'c' });
        expect(urls(await claimUpTo(9, 3, { 'a.example:80': 1, 'b.example:80': 2 }))).toEqual([
          '/1',
          '/2',
          '/4',
          '/7',
        ]);
        expect(urls(await claimUpTo(1, 1, { 'a.example:80': 1 }))).toEqual(['/6']);
        expect(urls(await claimUpTo(9, 1))).toEqual(['/3']);
      });

      it('each callback of a claim can be released or finished only once', async () => {
        await enqueueAll({ '/1': 'a', '/2': 'b' });
        const [one, two] = await claimUpTo(2, 1);
        if (one === undefined || two === undefined) throw new Error('two are due');
        expect(await queue().release(one)).toBe(true);
        expect(await queue().finish(two, sampleAttempt(), delivered)).toBe(true);
        expect(await queue().finish(one, sampleAttempt(), delivered)).toBe(false);
        expect(urls(await claimUpTo(2, 1))).toEqual(['/1']);
      });
    });

    it('the callback queue executes the calls of one event loop turn in order', async () => {
      const { id } = await enqueue();
      const held = await claimed();
      const [finished, released, next] = await Promise.all([
        queue().finish(held, sampleAttempt(), retry(t0)),
        queue().releaseOwned(lease.owner),
        claim(),
      ]);
      expect([finished, released, next?.callback.id]).toEqual([true, undefined, id]);
      expect(next?.callback.attempts).toEqual([sampleAttempt()]);
    });

    it('the callback queue stores an attempt together with the next state', async () => {
      const { id } = await enqueue();
      expect(await queue().finish(await claimed(), sampleAttempt(), retry(t0 + minute))).toBe(true);
      expect(await claim(t0 + minute - 1)).toBeNull();
      const second = await claimed(t0 + minute);
      expect(second.callback.attempts).toEqual([sampleAttempt()]);
      const good = sampleAttempt({ number: 2, status: 200, responseBody: 'success', ok: true, reason: null });
      expect(await queue().finish(second, good, delivered)).toBe(true);
      expect(await queue().get(id)).toMatchObject({
        state: 'delivered',
        nextAttemptAt: null,
        attempts: [sampleAttempt(), good],
      });
      expect(await queue().nextDue()).toBeNull();
    });

    it('the callback queue keeps an attempt without a response', async () => {
      const { id } = await enqueue();
      const attempt = sampleAttempt({ status: null, responseBody: null, reason: 'connection refused' });
      await queue().finish(await claimed(), attempt, retry(t0 + minute));
      expect((await queue().get(id))?.attempts).toEqual([attempt]);
    });

    it('the callback queue stores the effect of a fault on an attempt', async () => {
      const { id } = await enqueue();
      const fault = { id: 'fault_1', kind: 'tamper', sent: 1, sentBody: '{"amount":"9500.00"}' } as const;
      await queue().finish(await claimed(), sampleAttempt({ fault }), retry(t0 + minute));
      expect((await queue().get(id))?.attempts).toEqual([sampleAttempt({ fault })]);
    });

    it('the callback queue lists a finished test callback, but never delivers or counts it', async () => {
      const test = { kind: 'test', event: 'test', orderNo: null } as const;
      const [rejected, accepted] = [sampleCallback(mchId, test), sampleCallback(mchId, test)];
      const good = sampleAttempt({ status: 200, responseBody: 'success', ok: true, reason: null });
      await store().commit([
        { write: 'record_test', callback: rejected, attempt: sampleAttempt() },
        { write: 'record_test', callback: accepted, attempt: good },
      ]);
      const { items } = await queue().list({ mchId }, { limit: 5 });
      const over = { nextAttemptAt: null };
      expect(items).toEqual([
        { ...accepted, ...over, state: 'delivered', attempts: [good] },
        { ...rejected, ...over, state: 'failed', attempts: [sampleAttempt()] },
      ]);
      expect(await queue().nextDue()).toBeNull();
      expect(await claim(t0 + minute)).toBeNull();
      expect(await queue().counts()).toEqual({ pending: 0, delivering: 0 });
      await enqueue();
      expect((await store().tallies(t0)).callbacks).toEqual({ pending: 1 });
      const nobodys = sampleCallback('nobody', test);
      expect(await store().commit([{ write: 'record_test', callback: nobodys, attempt: good }])).toEqual({
        committed: false,
        conflict: 'version',
      });
    });

    it('the callback queue stores an abandoned delivery together with the notification', async () => {
      const { id, orderNo } = await enqueue();
      const notification = {
        id: unique('note_'),
        mchId,
        at: t0,
        kind: 'callback_failed',
        callbackId: id,
        orderNo,
        message: 'given up',
      } as const;
      await queue().finish(await claimed(), sampleAttempt(), { ...failed, notification });
      expect((await store().notifications(mchId, { limit: 1 })).items).toEqual([notification]);
      expect((await queue().get(id))?.state).toBe('failed');
    });

    it('the callback queue rejects a claimant after another claimant has taken over the ended lease', async () => {
      const { id } = await enqueue();
      const stale = await claimed(t0, ended);
      const fresh = await claimed();
      expect(fresh.callback.id).toBe(id);
      expect(fresh.fence).toBeGreaterThan(stale.fence);
      expect(await queue().finish(stale, sampleAttempt(), delivered)).toBe(false);
      expect(await queue().release(stale)).toBe(false);
      expect(await queue().renew(stale, minute)).toBe(false);
      expect(await queue().get(id)).toMatchObject({ state: 'delivering', attempts: [] });
      expect(await queue().finish(fresh, sampleAttempt(), delivered)).toBe(true);
      expect(await queue().finish(fresh, sampleAttempt({ number: 2 }), retry(t0))).toBe(false);
    });

    it("the callback queue ends a lease in real time, even if the gateway's clock moves", async () => {
      await enqueue();
      const held = await claimed();
      const aYear = 365 * 24 * 60 * minute;
      expect(await queue().nextDue()).toBeNull();
      expect(await claim(t0 + aYear)).toBeNull();
      expect(await queue().renew(held, 0)).toBe(true);
      expect(await claim(t0)).not.toBeNull();
    });

    it('the callback queue ends only the leases of instances that no longer deliver', async () => {
      const { id } = await enqueue();
      const held = await claimed(t0, { ...lease, ms: 0 });
      const still = { ...lease, delivering: [id] };
      expect(await claimOne(store(), { now: t0, lease: still })).toBeNull();
      expect(await queue().claimForResend(id, { url: held.url, lease: still })).toBeNull();
      expect(await queue().renew(held, 0)).toBe(true);
      expect((await claimed(t0, { owner: 'another', ms: minute })).fence).toBeGreaterThan(held.fence);
    });

    it('the callback queue keeps a lease that is renewed in time', async () => {
      await enqueue();
      const held = await claimed(t0, ended);
      expect(await queue().renew(held, minute)).toBe(true);
      expect(await claim()).toBeNull();
      expect(await queue().finish(held, sampleAttempt(), delivered)).toBe(true);
    });

    it('the callback queue never returns a finished callback, even after its lease has ended', async () => {
      const { id } = await enqueue();
      const held = await claimed(t0, ended);
      expect(await queue().finish(held, sampleAttempt(), delivered)).toBe(true);
      expect(await claim()).toBeNull();
      expect((await queue().get(id))?.state).toBe('delivered');
      expect(await queue().renew(held, minute)).toBe(false);
    });

    it('releasing a claim leaves the callback unchanged', async () => {
      const { id } = await enqueue();
      const held = await claimed();
      expect(await queue().release(held)).toBe(true);
      expect(await queue().get(id)).toMatchObject({ state: 'pending', nextAttemptAt: t0, attempts: [] });
      expect(await queue().finish(held, sampleAttempt(), delivered)).toBe(false);
      expect(await queue().renew(held, minute)).toBe(false);
      expect(await queue().counts()).toEqual({ pending: 1, delivering: 0 });
    });

    it('releasing the claims of one owner does not affect other claims', async () => {
      const elsewhere = { createdAt: t0 + 1, url: 'http://another.example/' };
      const [mine, another] = [await enqueue(), await enqueue(elsewhere)];
      const held = await claimed(t0, { owner: 'mine', ms: minute });
      const others = await claimed(t0 + 1);
      await queue().releaseOwned('mine');
      expect((await queue().get(mine.id))?.state).toBe('pending');
      expect((await queue().get(another.id))?.state).toBe('delivering');
      expect(await queue().finish(held, sampleAttempt(), delivered)).toBe(false);
      expect(await queue().finish(others, sampleAttempt(), delivered)).toBe(true);
    });

    describe('repeated claim', () => {
      const again: readonly (readonly [string, (first: Claim) => Promise<unknown>])[] = [
        ['a released callback', (first) => queue().release(first)],
        ['a callback of an owner that released its claims', () => queue().releaseOwned(lease.owner)],
        ['a callback with an ended lease', (first) => queue().renew(first, 0)],
        ['a callback with a due retry', (first) => queue().finish(first, sampleAttempt(), retry(t0))],
      ];
      it.each(again)(
        'the callback queue claims %s before all callbacks that have waited for less time',
        async (_, giveBack) => {
          const { id } = await enqueue({ createdAt: t0 });
          for (let later = 1; later <= 3; later++) await enqueue({ createdAt: t0 + later });
          await giveBack(await claimed(t0 + 9));
          expect((await claimed(t0 + 9)).callback.id).toBe(id);
          expect(await queue().counts()).toEqual({ pending: 3, delivering: 1 });
        },
      );

      it('a callback keeps its place in the queue after a failed re-send', async () => {
        const callbacks = [await enqueue(), await enqueue(), await enqueue()];
        await queue().finish(await claimed(), sampleAttempt(), delivered);
        const [, second] = callbacks;
        const extra = await queue().claimForResend(second?.id ?? '', { url: 'http://a.example/', lease });
        if (extra === null) throw new Error('no claim');
        await queue().finish(extra, sampleAttempt({ manual: true }), retry(t0));
        const next = await claimed();
        expect(next.callback.id).toBe(second?.id);
        expect(next.callback.attempts).toEqual([sampleAttempt({ manual: true })]);
      });

      it('the callback queue skips a callback that a re-send has delivered', async () => {
        const [first, second, third] = [await enqueue(), await enqueue(), await enqueue()];
        expect((await claimed()).callback.id).toBe(first.id);
        const extra = await queue().claimForResend(second.id, { url: 'http://a.example/', lease });
        if (extra === null) throw new Error('no claim');
        await queue().finish(extra, sampleAttempt({ manual: true, ok: true }), delivered);
        expect((await claimed()).callback.id).toBe(third.id);
      });
    });

    it('the callback queue first returns the callback that was due first, not the callback stored first', async () => {
      for (let later = 1; later <= 3; later++) await enqueue({ createdAt: t0 + later });
      await claimed(t0 + 9);
      expect(await claim(t0)).toBeNull();
      const { id } = await enqueue({ createdAt: t0 });
      expect((await claimed(t0 + 9)).callback.id).toBe(id);
    });

    it('the callback queue returns a callback for a free receiver while all earlier receivers are at their limit', async () => {
      for (let more = 0; more < 3; more++) await enqueue({ url: 'http://a.example/' });
      await claimed();
      expect(await claim(t0, ['a.example:80'])).toBeNull();
      const { id } = await enqueue({ url: 'http://b.example/' });
      expect((await claim(t0, ['a.example:80']))?.callback.id).toBe(id);
    });

    it('the callback queue lists and counts callbacks by state, including claimed callbacks', async () => {
      const [first, second] = [await enqueue(), await enqueue()];
      await claimed();
      const ids = async (state: 'pending' | 'delivering') =>
        (await queue().list({ state, mchId }, { limit: 9 })).items.map(({ id, state: told }) => [id, told]);
      expect(await ids('delivering')).toEqual([[first.id, 'delivering']]);
      expect(await ids('pending')).toEqual([[second.id, 'pending']]);
      expect((await store().tallies(t0)).callbacks).toEqual({ pending: 1, delivering: 1 });
    });

    it('the callback queue returns the next due instant after a given instant', async () => {
      await enqueue({ createdAt: t0 });
      await enqueue({ createdAt: t0 + 5 });
      expect(await queue().nextDue()).toBe(t0);
      expect(await queue().nextDue(t0)).toBe(t0 + 5);
      expect(await queue().nextDue(t0 + 5)).toBeNull();
    });

    it('the callback queue lists callbacks newest first, filtered by order, merchant and state', async () => {
      const first = await enqueue({ orderNo: 'PI1', event: 'payin.failed' });
      const second = await enqueue({ orderNo: 'PI1' });
      const third = await enqueue({ orderNo: 'PI2', url: null });
      const ids = async (filter: Parameters<ReturnType<typeof queue>['list']>[0]) =>
        (await queue().list(filter, { limit: 10 })).items.map(({ id }) => id);
      expect(await ids({})).toEqual([third.id, second.id, first.id]);
      expect(await ids({ orderNo: 'PI1' })).toEqual([second.id, first.id]);
      expect(await ids({ state: 'undeliverable', mchId })).toEqual([third.id]);
      expect(await ids({ mchId: 'other' })).toEqual([]);
      expect((await queue().latestOf('PI1'))?.id).toBe(second.id);
      expect(await queue().latestOf('PI3')).toBeNull();
    });

    describe('operator’s re-send', () => {
      const resend = (id: string, whose: Lease = lease) =>
        queue().claimForResend(id, { url: elsewhere, lease: whose });
      const elsewhere = 'http://elsewhere.example/hook';

      it('an operator’s re-send leaves a running schedule unchanged', async () => {
        const { id } = await enqueue();
        await queue().finish(await claimed(), sampleAttempt(), retry(t0 + minute));
        const extra = await resend(id);
        expect(extra?.resend).toEqual({ state: 'pending', nextAttemptAt: t0 + minute });
        expect(extra?.url).toBe(elsewhere);
        expect(await resend(id)).toBeNull();
        expect(await claim(t0 + 2)).toBeNull();
        if (extra === null) throw new Error('no claim');
        await queue().finish(extra, sampleAttempt({ number: 2, manual: true }), retry(t0 + minute));
        const after = await queue().get(id);
        expect(after).toMatchObject({ state: 'pending', nextAttemptAt: t0 + minute });
        expect(after?.attempts.map(({ manual }) => manual)).toEqual([false, true]);
      });

      it.each([delivered, failed])(
        'an abandoned re-send of a $state callback restores that state',
        async (end) => {
          const { id } = await enqueue();
          await queue().finish(await claimed(), sampleAttempt(), end);
          // The lease ends before an instance completes the claim.
          expect((await resend(id, ended))?.resend).toEqual({ state: end.state, nextAttemptAt: null });
          expect(await queue().get(id)).toMatchObject({ state: 'delivering', nextAttemptAt: null });
          expect(await claim()).toBeNull();
          expect((await queue().get(id))?.state).toBe(end.state);
          await resend(id);
          await queue().releaseOwned(lease.owner);
          expect((await queue().get(id))?.state).toBe(end.state);
        },
      );

      it("an operator's re-send of a callback without a URL stores the URL together with the attempt", async () => {
        const { id } = await enqueue({ url: null });
        const nowhere = { state: 'undeliverable', url: null, nextAttemptAt: null, attempts: [] };
        const brokenOff = await resend(id);
        expect(brokenOff).toMatchObject({ url: elsewhere, resend: { state: 'undeliverable' } });
        expect(await resend(id)).toBeNull();
        if (brokenOff === null) throw new Error('no claim');
        await queue().release(brokenOff);
        expect(await queue().get(id)).toMatchObject(nowhere);
        await resend(id);
        await queue().releaseOwned(lease.owner);
        expect(await queue().get(id)).toMatchObject(nowhere);
        // The lease ends before an instance completes the claim.
        await resend(id, ended);
        expect(await claim()).toBeNull();
        expect(await queue().get(id)).toMatchObject(nowhere);
        const held = await resend(id);
        if (held === null) throw new Error('no claim');
        const attempt = sampleAttempt({ manual: true, url: elsewhere, ok: true });
        expect(await queue().finish(held, attempt, delivered)).toBe(true);
        expect(await queue().get(id)).toMatchObject({
          state: 'delivered',
          url: elsewhere,
          attempts: [attempt],
        });
      });

      it('the due attempt of a callback replaces a re-send whose lease has ended', async () => {
        const { id } = await enqueue();
        await resend(id, ended);
        expect((await claimed()).resend).toBeNull();
      });

      it("an operator's re-send takes over a callback if the lease of its delivery has ended", async () => {
        const { id } = await enqueue();
        const stale = await claimed(t0, ended);
        expect(await resend(id)).toMatchObject({ resend: { state: 'pending', nextAttemptAt: t0 } });
        expect(await queue().finish(stale, sampleAttempt(), delivered)).toBe(false);
      });

      it("the callback queue rejects an operator's re-send during a delivery or of an unknown callback", async () => {
        const { id } = await enqueue();
        await claimed();
        expect(await resend(id)).toBeNull();
        expect(await resend('none')).toBeNull();
      });
    });
  });
}
