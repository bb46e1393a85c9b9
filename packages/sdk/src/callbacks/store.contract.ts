import { describe, expect, it } from 'vitest';
import { isLeaseLostError } from '../errors/callback-errors.ts';
import type { CallbackStore } from './store.ts';

/** Tests that every store must pass. */
export function storeContract(name: string, create: () => CallbackStore | Promise<CallbackStore>): void {
  describe(name, () => {
    it('the store grants the first claim of a key', async () => {
      const store = await create();
      expect(await store.claim('a')).toBe('claimed');
      expect(await store.claim('a')).toBe('busy');
      expect(await store.claim('b')).toBe('claimed');
    });

    it('the store keeps a completed key as done', async () => {
      const store = await create();
      await store.claim('a');
      await store.complete('a');
      expect(await store.claim('a')).toBe('done');
      await store.complete('a');
      expect(await store.claim('a')).toBe('done');
    });

    it('the store grants the next claim of a released key', async () => {
      const store = await create();
      await store.claim('a');
      await store.release('a');
      expect(await store.claim('a')).toBe('claimed');
    });

    it('the store grants only one of several simultaneous claims of a key', async () => {
      const store = await create();
      const claims = await Promise.all(Array.from({ length: 50 }, () => store.claim('a')));
      expect(claims.filter((claim) => claim === 'claimed')).toHaveLength(1);
      expect(claims.filter((claim) => claim === 'busy')).toHaveLength(49);
    });

    it('the store distinguishes similar keys that contain special characters', async () => {
      const store = await create();
      const keys = [
        'a',
        'A',
        'a ',
        ' a',
        'ä',
        'a\u0308',
        "a'; --",
        'a"',
        'a\\',
        'a:{b}',
        '%',
        '_',
        'नीला',
        '😀',
      ];
      for (const key of [...keys, 'k'.repeat(1_000)]) expect(await store.claim(key)).toBe('claimed');
      for (const key of keys) await store.complete(key);
      for (const key of keys) expect(await store.claim(key)).toBe('done');
    });
  });
}

/** Test data that several processes share. */
export interface SharedData {
  /** Opens a store with its own connection, as another process would. */
  connect(): CallbackStore | Promise<CallbackStore>;
  /** Ends every running lease. */
  expireLeases(): void | Promise<void>;
}

/** Tests that every store for several processes must pass. */
export function sharedStoreContract(name: string, open: () => SharedData | Promise<SharedData>): void {
  storeContract(name, async () => (await open()).connect());

  async function connected() {
    const data = await open();
    const [one, other, third] = [await data.connect(), await data.connect(), await data.connect()];
    return { one, other, third, expireLeases: () => data.expireLeases() };
  }

  describe(`${name}, shared by processes`, () => {
    it('the shared store grants only one of several simultaneous claims of a key', async () => {
      const { one, other } = await connected();
      for (const key of ['a', 'b', 'c']) {
        const claims = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? one : other).claim(key));
        const results = await Promise.all(claims);
        expect(results.filter((claim) => claim === 'claimed')).toHaveLength(1);
        expect(results.filter((claim) => claim === 'busy')).toHaveLength(49);
      }
    });

    it('the shared store reports busy, done and released keys to another process', async () => {
      const { one, other } = await connected();
      await one.claim('a');
      expect(await other.claim('a')).toBe('busy');
      await one.release('a');
      expect(await other.claim('a')).toBe('claimed');
      await other.complete('a');
      expect(await one.claim('a')).toBe('done');
    });

    it('the shared store keeps a completed key as done after every lease has ended', async () => {
      const { one, other, expireLeases } = await connected();
      await one.claim('a');
      await one.complete('a');
      await expireLeases();
      expect(await one.claim('a')).toBe('done');
      expect(await other.claim('a')).toBe('done');
    });

    it('after the lease of a key ends, the shared store grants only one of several simultaneous claims', async () => {
      const { one, other, third, expireLeases } = await connected();
      await one.claim('a');
      await expireLeases();
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? other : third).claim('a')),
      );
      expect(results.filter((claim) => claim === 'claimed')).toHaveLength(1);
      expect(results.filter((claim) => claim === 'busy')).toHaveLength(49);
    });

    it('the shared store returns busy to the process that holds a key, even after its lease has ended', async () => {
      const { one, other, expireLeases } = await connected();
      await one.claim('a');
      await expireLeases();
      expect(await one.claim('a')).toBe('busy');
      expect(await other.claim('a')).toBe('claimed');
    });

    it('the shared store rejects the completion of a claim that another process has taken over', async () => {
      const { one, other, third, expireLeases } = await connected();
      await one.claim('a');
      await expireLeases();
      await other.claim('a');
      await expect(one.complete('a')).rejects.toSatisfy(isLeaseLostError);
      expect(await third.claim('a')).toBe('busy');
      await other.complete('a');
      expect(await third.claim('a')).toBe('done');
      expect(await one.claim('a')).toBe('done');
    });

    it('the shared store does not release a claim that another process has taken over', async () => {
      const { one, other, third, expireLeases } = await connected();
      await one.claim('a');
      await expireLeases();
      await other.claim('a');
      await one.release('a');
      expect(await third.claim('a')).toBe('busy');
      await other.complete('a');
      await one.release('a');
      expect(await third.claim('a')).toBe('done');
    });

    it('the shared store completes a claim after its lease has ended if no other process took over the claim', async () => {
      const { one, other, expireLeases } = await connected();
      await one.claim('a');
      await expireLeases();
      await one.complete('a');
      expect(await other.claim('a')).toBe('done');
    });

    it('the shared store completes a claim after its lease has ended if the new holder released the key', async () => {
      const { one, other, expireLeases } = await connected();
      for (const [key, giveUp] of [
        ['a', () => other.release('a')],
        ['b', () => expireLeases()],
      ] as const) {
        await one.claim(key);
        await expireLeases();
        await other.claim(key);
        await expect(one.complete(key)).rejects.toSatisfy(isLeaseLostError);
        expect(await one.claim(key)).toBe('busy');
        await giveUp();
        // The first caller's function has run. The store records its completion, so the function does not run again.
        expect(await one.claim(key)).toBe('done');
      }
      expect(await other.claim('a')).toBe('done');
    });
  });
}
