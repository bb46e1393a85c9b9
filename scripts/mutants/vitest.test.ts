import { expect, it } from 'vitest';
import * as standIn from './vitest.ts';

it('a collected test runs with its hooks each time it is requested', async () => {
  const seen: string[] = [];
  const note = (text: string) => () => void seen.push(text);
  const tests = await standIn.collect(async () => {
    standIn.beforeEach(note('before all'));
    standIn.afterEach(note('after all'));
    standIn.afterEach(note('after all, first'));
    standIn.describe('a suite', () => {
      standIn.beforeEach(note('before'));
      standIn.afterEach(note('after'));
      standIn.it('a test', { timeout: 5 }, () => {
        standIn.onTestFinished(note('last'));
        seen.push('runs');
      });
    });
  });
  expect(tests.map(({ titles }) => titles)).toEqual([['a suite', 'a test']]);
  const once = ['before all', 'before', 'runs', 'after', 'after all, first', 'after all', 'last'];
  await tests[0]?.run();
  expect(seen).toEqual(once);
  await tests[0]?.run();
  expect(seen).toEqual([...once, ...once]);
});

it('the runner reads a test table like Vitest, so rows are argument lists only if all rows are lists', async () => {
  const seen: unknown[] = [];
  const keep = (...given: readonly unknown[]) => void seen.push(given);
  const tests = await standIn.collect(async () => {
    standIn.it.each([
      [1, 2],
      [3, 4],
    ])('lists', keep);
    standIn.describe.each([[5], 6])('not all', (given: unknown) => standIn.test('inside', () => keep(given)));
  });
  for (const { run } of tests) await run();
  expect(seen).toEqual([[1, 2], [3, 4], [[5]], [6]]);
  expect(new Set(tests.map(({ titles }) => titles.join())).size).toBe(4);
});

it('a failed test runs its afterEach hooks', async () => {
  const seen: string[] = [];
  const [test] = await standIn.collect(async () => {
    standIn.afterEach(() => void seen.push('after'));
    standIn.it('fails', () => {
      throw new Error('as it should');
    });
  });
  await expect(test?.run()).rejects.toThrow('as it should');
  expect(seen).toEqual(['after']);
});
