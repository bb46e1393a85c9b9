import { expect, test } from 'vitest';
import { instrument } from './mutants/instrument.ts';

test('the mutants include examples and codes, but not descriptions', async () => {
  const { mutants } = await instrument(['packages/sdk/src/protocol/schemas/link-fields.ts']);
  const strings = mutants.filter(({ mutator }) => mutator === 'StringLiteral').map(({ from }) => from);
  expect(strings).toContain("'pending'");
  expect(strings.filter((from) => /\w+ \w+.*\./.test(from))).toEqual([]);
});
