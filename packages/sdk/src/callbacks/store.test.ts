import { expect, it } from 'vitest';
import { storeContract } from './store.contract.ts';
import { createMemoryStore } from './store.ts';

storeContract('the store in memory', () => createMemoryStore());

it('the store deletes the oldest completed keys first and keeps every claimed key', async () => {
  const store = createMemoryStore({ maxKeys: 2 });
  await store.claim('busy');
  for (const key of ['a', 'b', 'c']) {
    await store.claim(key);
    await store.complete(key);
  }
  expect(await store.claim('b')).toBe('done');
  expect(await store.claim('c')).toBe('done');
  expect(await store.claim('a')).toBe('claimed');
  expect(await store.claim('busy')).toBe('busy');
});
