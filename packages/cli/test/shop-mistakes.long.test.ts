import { afterAll, expect, test } from 'vitest';
import { hasRuntimes } from '../../../test/runtimes.ts';
import { printedSeed } from '../../../test/seed.ts';
import { checked, mistakes, rightShops, wrongShop } from './shop-mistakes.ts';

const seed = printedSeed();
const rows: {
  readonly name: string;
  readonly runs: number;
  readonly seconds: number;
  readonly steps: number;
}[] = [];

afterAll(() => {
  const seconds = rows.map((row) => row.seconds).sort((a, b) => a - b);
  const lines = rows.map(
    ({ name, ...row }) => `${name}: ${row.runs} runs, ${row.seconds.toFixed(1)} s, ${row.steps} steps`,
  );
  process.stdout.write(`${lines.join('\n')}\nmedian ${seconds[seconds.length >> 1]?.toFixed(1)} s\n`);
});

test.for(mistakes)(
  'check shop finds %s within 200 runs, and reports %s in at most eight steps',
  async ([name, loss]) => {
    const { story, ...report } = await checked(wrongShop(name), { seed });
    rows.push({ name, runs: report.runs, seconds: report.seconds, steps: story.length });
    expect(report.loss, story.map(({ what }) => what).join('\n')).toBe(loss);
    expect(story.length).toBeLessThanOrEqual(8);
  },
);

test('check shop finds at least twenty mistakes in a median time below one minute', () => {
  expect(rows.length).toBeGreaterThanOrEqual(20);
  const seconds = rows.map((row) => row.seconds).sort((a, b) => a - b);
  expect(seconds[seconds.length >> 1]).toBeLessThan(60);
});

test.for(Object.entries(rightShops))(
  'check shop passes the correct shop %s in 1,000 runs',
  async ([name, start], { skip }) => {
    skip(!hasRuntimes('php', 'python'), 'PHP and Python are needed');
    const report = await checked(start, { seed, runs: 1_000 });
    rows.push({ name, runs: report.runs, seconds: report.seconds, steps: report.story.length });
    expect(report).toMatchObject({ passed: 1_000, failed: 0, loss: null, story: [] });
  },
);

// These shops cover a story with a held response and a story with a restart.
test.for(['return-checks-too-early', 'remembers-in-memory'])(
  'check shop reports the same steps for %s in 100 runs with the same seed',
  async (name) => {
    const stories = new Set<string>();
    for (let time = 0; time < 100; time++) {
      const { runs, story } = await checked(wrongShop(name), { seed });
      stories.add(JSON.stringify({ runs, story }));
    }
    expect([...stories]).toHaveLength(1);
  },
);
