import { expect, test } from 'vitest';
import { packages, root, run } from './workspace.mjs';

test('a dry run lets npm inspect each tarball and publishes nothing', async () => {
  const { code, output } = await run(process.execPath, ['scripts/release.mjs', '--dry-run'], { cwd: root });
  expect(code, output).toBe(0);
  for (const name of packages) expect(output).toMatch(new RegExp(`^\\+ @inrgate/${name}@\\d`, 'm'));
  expect(output.match(/^npm notice Publishing to .* \(dry-run\)$/gm)).toHaveLength(packages.length);
});
