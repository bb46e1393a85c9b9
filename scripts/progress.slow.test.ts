import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root, run, tools } from './workspace.mjs';

/** Runs vitest with the reporter on files in a folder of their own. Returns the counts and the output. */
async function count(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-progress-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, source] of Object.entries(files)) writeFileSync(path.join(folder, name), source);
  const counts = path.join(folder, 'counts.json');
  const reporter = path.join(root, 'scripts/progress.mjs');
  const args = ['run', '--root', folder, '--globals', `--reporter=${reporter}`];
  const env = { ...process.env, INRGATE_COUNTS: counts };
  const { output } = await run(process.execPath, [path.join(root, tools.vitest), ...args], { env });
  return { counts: JSON.parse(readFileSync(counts, 'utf8')), output };
}

test('the reporter counts each test, a file that does not load, and an error outside the tests', async () => {
  const { counts, output } = await count({
    'some.test.js': `
      test('holds', () => {});
      test.skip('waits', () => {});
      test('differs', () => expect(1).toBe(2));`,
    'unloaded.test.js': "throw new Error('does not load');",
    'outside.test.js': "test('holds', () => {}); setTimeout(() => { throw new Error('too late'); });",
  });
  expect(counts).toEqual({ passed: 2, failed: 3, skipped: 1 });
  expect(output).toMatch(/differs.*does not load/s);
  expect(output).toContain('too late');
});
