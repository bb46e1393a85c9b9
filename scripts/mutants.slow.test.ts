import { expect, test } from 'vitest';
import { runNode } from './workspace.mjs';

test('every mutant of a source is tried, and those that survive are reported', {
  timeout: 600_000,
}, async () => {
  const args = ['domain', '--of', 'ledger.ts'];
  const { code, output } = await runNode('scripts/mutants/run.ts', args);
  expect(output).toMatch(/part: \d\d to try, \d+ test files/);
  // A sum is zero whichever sign its parts have.
  const survivors = output.split('\n').filter((line) => line.startsWith('survived '));
  expect(survivors).toEqual([expect.stringMatching(/ledger\.ts:\d+:\d+ \(ledger \w+\)$/)]);
  expect(output).toMatch(/survived .*\n {2}- total \+ amount\n {2}\+ total - amount\n/);
  expect(output).toMatch(/^98\.\d % of \d\d packages\/mock-gateway\/src\/domain\/ledger\.ts$/m);
  expect(code).toBe(0);
});
