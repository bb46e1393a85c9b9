import { test } from 'vitest';
import { checked, mistakes, rightShops, wrongShop } from './shop-mistakes.ts';

const lossOf = Object.fromEntries(mistakes);

// Test one shop for each kind of loss and step. The long test checks all shops with new seeds. The first test mostly
// waits for a credit, so the other tests run at the same time.
test.concurrent.for([
  ['lost-create-renumbered', 'loses the response'],
  ['underpaid-in-full', 'pays 400.00 instead of 500.37'],
  ['failed-credited', 'The callback with the status failed arrives'],
  ['return-checks-too-early', 'hold the response'],
  ['callbacks-at-once', 'at the same moment'],
  ['remembers-in-memory', 'The shop is killed.'],
] as const)('check shop finds the mistake of %s', async ([name, step], { expect }) => {
  const report = await checked(wrongShop(name), { seed: 1, runs: 60 });
  expect(report).toMatchObject({ loss: lossOf[name], failed: 1, passed: report.runs - 1 });
  expect(report.story.length).toBeLessThanOrEqual(8);
  expect(report.story.map(({ what }) => what).join(' ')).toContain(step);
});

test.concurrent('check shop passes a correct shop', async ({ expect }) => {
  const report = await checked(rightShops.plain, { seed: 1, runs: 35 });
  expect(report).toMatchObject({ passed: 35, failed: 0, loss: null, story: [] });
});
