import { expect, it } from 'vitest';
import { Batcher, type BatcherOptions } from './batcher.ts';

/** A batcher that records its batches. The result of each item is the item itself. */
function collecting(options: Omit<BatcherOptions<number, number>, 'settle'> = {}) {
  const batches: (readonly number[])[] = [];
  const batcher = new Batcher<number, number>({
    ...options,
    settle: (batch) => {
      batches.push(batch.map(({ item }) => item));
      for (const { item, resolve } of batch) resolve(item);
    },
  });
  return { batcher, batches };
}

it('a batcher settles all items of one event loop turn in one batch', async () => {
  const { batcher, batches } = collecting();
  expect(await Promise.all([batcher.add(1), batcher.add(2)])).toEqual([1, 2]);
  await batcher.add(3);
  expect(batches).toEqual([[1, 2], [3]]);
});

it('a batcher immediately settles a full or flushed batch', () => {
  const { batcher, batches } = collecting({ waitMs: 600_000, full: 2 });
  for (const item of [1, 2, 3]) void batcher.add(item);
  expect(batches).toEqual([[1, 2]]);
  batcher.flush();
  expect(batches).toEqual([[1, 2], [3]]);
  batcher.flush();
  expect(batches).toHaveLength(2);
});

it('a batcher settles a single item after its maximum wait', async () => {
  const { batcher } = collecting({ waitMs: 1 });
  expect(await batcher.add(1)).toBe(1);
});
