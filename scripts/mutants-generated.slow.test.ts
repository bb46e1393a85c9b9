import { expect, test } from 'vitest';
import { runNode } from './workspace.mjs';

test('every mistake in a source is tried: what the tests notice, and what they do not, is told', {
  timeout: 600_000,
}, async () => {
  const args = ['domain', '--of', 'ledger.ts'];
  const { code, output } = await runNode('scripts/mutants/generated/run.mjs', args);
  expect(output).toMatch(/domain: \d+ mutants, \d\d to try, \d+ test files/);
  // A sum is zero whichever sign its parts have.
  const told = output.split('\n').filter((line) => /^survived .*ledger\.ts/.test(line));
  expect(told).toEqual([expect.stringMatching(/ledger\.ts:\d+:\d+ ArithmeticOperator$/)]);
  expect(output).toMatch(/survived .*\n {2}- total \+ amount\n {2}\+ total - amount\n/);
  expect(output).toMatch(
    /^98\.\d % \(\d\d killed, 1 survived\) packages\/mock-gateway\/src\/domain\/ledger\.ts$/m,
  );
  expect(code).toBe(0);
});
