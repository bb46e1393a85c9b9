import { expect, test } from 'vitest';
import { runNode } from './workspace.mjs';

test('the run tries every mutant of a source and reports the survivors', async () => {
  const args = ['receiving', '--of', 'complete.ts'];
  const { code, output } = await runNode('scripts/mutants/run.ts', args);
  expect(output).toMatch(/receiving: \d\d to try, \d+ test files/);
  const survivors = output.split('\n').filter((line) => line.startsWith('survived '));
  expect(survivors).toEqual([expect.stringMatching(/complete\.ts:\d+:\d+ \(complete \w+\)$/)]);
  expect(output).toMatch(/survived .*\n {2}- delay > callbackTimeoutMs\n {2}\+ delay >= callbackTimeoutMs\n/);
  expect(output).toMatch(/^97\.\d % of \d\d packages\/sdk\/src\/callbacks\/complete\.ts$/m);
  expect(code).toBe(0);
});
