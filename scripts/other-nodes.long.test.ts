import { expect, test } from 'vitest';
import { nodeOf, run } from '../packages/sdk/test/consumers/consumer.ts';
import { root, tools } from './workspace.mjs';

test.each(['node22', 'node26'])('the complete test suite of the SDK passes on %s', async (name) => {
  const { code, stdout } = await run(nodeOf(name), [tools.vitest, 'run', 'packages/sdk'], root);
  expect(code, stdout).toBe(0);
});
