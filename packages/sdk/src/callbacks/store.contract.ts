import { describe, expect, it } from 'vitest';
import type { CallbackStore } from './store.ts';

/** What every store must hold. */
export function storeContract(name: string, create: () => CallbackStore | Promise<CallbackStore>): void {
  describe(name, () => {
    it('gives a key to the first that claims it', async () => {
      const store = await create();
      expect(await store.claim('a')).toBe('claimed');
      expect(await store.claim('a')).toBe('busy');
      expect(await store.claim('b')).toBe('claimed');
    });

    it('keeps a completed key done', async () => {
      const store = await create();
      await store.claim('a');
      await store.complete('a');
      expect(await store.claim('a')).toBe('done');
      expect(await store.claim('a')).toBe('done');
    });

    it('gives a released key to the next', async () => {
      const store = await create();
      await store.claim('a');
      await store.release('a');
      expect(await store.claim('a')).toBe('claimed');
    });

    it('gives a key to one of many that claim it at once', async () => {
      const store = await create();
      const claims = await Promise.all(Array.from({ length: 50 }, () => store.claim('a')));
      expect(claims.filter((claim) => claim === 'claimed')).toHaveLength(1);
      expect(claims.filter((claim) => claim === 'busy')).toHaveLength(49);
    });
  });
}
