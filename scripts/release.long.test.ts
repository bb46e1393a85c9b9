import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packages, root } from './workspace.mjs';

test('a dry run packs, lets npm inspect the tarballs, and publishes nothing', () => {
  const args = ['scripts/release.mjs', '--dry-run', '--unchecked'];
  const said = execFileSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { version } = JSON.parse(readFileSync(path.join(root, 'packages/sdk/package.json'), 'utf8'));
  for (const name of packages) expect(said).toContain(`would publish: @inrgate/${name} ${version}`);
  expect(said).toContain(
    'would be refused: @inrgate/sdk, @inrgate/conformance, @inrgate/mock-gateway, @inrgate/cli: package.json has no `repository`',
  );
  expect(said.trimEnd().endsWith('Nothing was published.')).toBe(true);
});
