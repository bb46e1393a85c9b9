import { expect, test } from 'vitest';
import { instrument } from './mutants/instrument.ts';
import { runNode } from './workspace.mjs';

test('every mutant of a source is tried, and those that survive are reported', {
  timeout: 600_000,
}, async () => {
  const args = ['domain', '--of', 'ledger.ts'];
  const { code, output } = await runNode('scripts/mutants/run.ts', args);
  expect(output).toMatch(/domain: \d\d to try, \d+ test files/);
  // A sum is zero whichever sign its parts have.
  const survivors = output.split('\n').filter((line) => line.startsWith('survived '));
  expect(survivors).toEqual([expect.stringMatching(/ledger\.ts:\d+:\d+ \(ledger \w+\)$/)]);
  expect(output).toMatch(/survived .*\n {2}- total \+ amount\n {2}\+ total - amount\n/);
  expect(output).toMatch(/^98\.\d % of \d\d packages\/mock-gateway\/src\/domain\/ledger\.ts$/m);
  expect(code).toBe(0);
});

test('a description has no mutants, an example and a code have', async () => {
  const { mutants } = await instrument(['packages/sdk/src/protocol/schemas/link-fields.ts']);
  const strings = mutants.filter(({ mutator }) => mutator === 'StringLiteral').map(({ from }) => from);
  expect(strings).toContain("'pending'");
  expect(strings.filter((from) => /\w+ \w+.*\./.test(from))).toEqual([]);
});
