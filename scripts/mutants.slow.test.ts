import { expect, test } from 'vitest';
import { instrument } from './mutants/instrument.ts';
import { runNode } from './workspace.mjs';

test('the run tries every mutant of a source and reports the survivors', {
  timeout: 600_000,
}, async () => {
  const args = ['receiving', '--of', 'complete.ts'];
  const { code, output } = await runNode('scripts/mutants/run.ts', args);
  expect(output).toMatch(/receiving: \d\d to try, \d+ test files/);
  const survivors = output.split('\n').filter((line) => line.startsWith('survived '));
  expect(survivors).toEqual([expect.stringMatching(/complete\.ts:\d+:\d+ \(complete \w+\)$/)]);
  expect(output).toMatch(/survived .*\n {2}- delay > callbackTimeoutMs\n {2}\+ delay >= callbackTimeoutMs\n/);
  expect(output).toMatch(/^97\.\d % of \d\d packages\/sdk\/src\/callbacks\/complete\.ts$/m);
  expect(code).toBe(0);
});

test('the mutants include examples and codes, but not descriptions', async () => {
  const { mutants } = await instrument(['packages/sdk/src/protocol/schemas/link-fields.ts']);
  const strings = mutants.filter(({ mutator }) => mutator === 'StringLiteral').map(({ from }) => from);
  expect(strings).toContain("'pending'");
  expect(strings.filter((from) => /\w+ \w+.*\./.test(from))).toEqual([]);
});
