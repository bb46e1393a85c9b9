import { expect, it } from 'vitest';
import { Groups } from './groups.ts';

/** A database that responds when the test requests it. */
function answering() {
  const asked: { readonly asks: readonly string[]; readonly answer: (answers: readonly string[]) => void }[] =
    [];
  const groups = new Groups((asks: readonly string[]) => {
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    asked.push({ asks, answer: resolve });
    return promise;
  });
  const isAsked = async (times: number) => {
    while (asked.length < times) await new Promise((resolve) => setImmediate(resolve));
    return asked[times - 1];
  };
  return { groups, asked, isAsked };
}

it('the queries of one event loop turn share one statement [contract:several.order]', async () => {
  const { groups, asked, isAsked } = answering();
  const first = [groups.ask('a'), groups.ask('b')];
  const one = await isAsked(1);
  const second = [groups.ask('c'), groups.ask('d')];
  // Wait, so an incorrect caller would continue without the response.
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
  expect(asked.map(({ asks }) => asks)).toEqual([['a', 'b']]);
  one?.answer(['A', 'B']);
  expect(await Promise.all(first)).toEqual(['A', 'B']);
  const next = await isAsked(2);
  expect(next?.asks).toEqual(['c', 'd']);
  next?.answer(['C', 'D']);
  expect(await Promise.all(second)).toEqual(['C', 'D']);
  await groups.idle();
});

it('all queries of a statement fail if its result omits one query', async () => {
  const { groups, isAsked } = answering();
  const failed = Promise.allSettled([groups.ask('a'), groups.ask('b')]);
  (await isAsked(1))?.answer(['A']);
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const asked = groups.ask('c');
  (await isAsked(2))?.answer(['C']);
  expect(await asked).toBe('C');
});

it('the time limit of a caller includes its wait for the previous statement', async () => {
  const asked: (number | undefined)[] = [];
  const before = Promise.withResolvers<readonly string[]>();
  const groups = new Groups((asks: readonly string[], { since }) => {
    asked.push(since);
    return asked.length === 1 ? before.promise : Promise.resolve(asks);
  });
  const first = groups.ask('a');
  while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const next = groups.ask('b');
  const byThen = performance.now();
  await new Promise((resolve) => setImmediate(resolve));
  before.resolve(['a']);
  await Promise.all([first, next]);
  expect(asked).toEqual([expect.any(Number), expect.any(Number)]);
  expect(asked[1]).toBeLessThanOrEqual(byThen);
});
