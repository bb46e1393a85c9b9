import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { root, run } from './workspace.mjs';

test('npm run screenshots finds the tests that take the pictures', async () => {
  const { code, output } = await run('npm', ['run', 'screenshots', '--', '-t', 'no such picture'], {
    cwd: root,
  });
  expect(code, output).toBe(0);
  expect(stripVTControlCharacters(output)).toMatch(/Test Files.* 3 skipped/);
});
