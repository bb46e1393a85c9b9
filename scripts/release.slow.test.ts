import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { problemsOf } from './release.mjs';
import { root } from './workspace.mjs';

const packages = [{ name: '@inrgate/sdk', version: '1.2.3' }];
const clean = { code: 0, output: '' };

/** A machine on which all is well, but for what is given. */
function machine(other: Readonly<Record<string, { readonly code: number; readonly output: string }>> = {}) {
  const usual = { status: clean, whoami: clean, view: { code: 1, output: 'npm error code E404' } };
  const answers: Record<string, { code: number; output: string }> = { ...usual, ...other };
  return async (_command: string, [name = '']: readonly string[]) => answers[name] ?? clean;
}

test('a version that is new, from a clean tree, by somebody who is logged in, is released', async () => {
  expect(await problemsOf({ packages, changesets: [], run: machine() })).toEqual([]);
});

test.each([
  ['a dirty tree', { status: { code: 0, output: ' M package.json\n' } }, [], 'the tree has changes'],
  ['nobody logged in', { whoami: { code: 1, output: 'npm error code ENEEDAUTH' } }, [], 'npm login'],
  [
    'a version that exists',
    { view: { code: 0, output: '1.2.3\n' } },
    [],
    '@inrgate/sdk 1.2.3 is published already',
  ],
  ['changes in no version', {}, ['new.md'], 'npm run changeset -- version'],
])('%s is refused, with what to do', async (_what, other, changesets, said) => {
  const problems = await problemsOf({ packages, changesets, run: machine(other) });
  expect(problems).toEqual([expect.stringContaining(said)]);
});

test('a dry run packs, has npm look at the tarballs, and publishes nothing', () => {
  const args = ['scripts/release.mjs', '--dry-run', '--unchecked'];
  const said = execFileSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { version } = JSON.parse(readFileSync(path.join(root, 'packages/sdk/package.json'), 'utf8'));
  for (const name of ['cli', 'mock-gateway', 'sdk'])
    expect(said).toContain(`would publish: @inrgate/${name} ${version}`);
  expect(said.trimEnd().endsWith('Nothing was published.')).toBe(true);
});

test('what is published says what it is, names no host that is made up, and comes with its provenance', () => {
  for (const folder of ['sdk', 'mock-gateway', 'cli']) {
    const manifest = JSON.parse(readFileSync(path.join(root, 'packages', folder, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ license: 'MIT', publishConfig: { access: 'public', provenance: true } });
    expect(manifest.keywords.length).toBeGreaterThan(4);
    expect(manifest.version).not.toBe('0.0.0');
    // Who reads the package finds what who works on it finds, but for the sources.
    const { exports: own = {}, publishConfig } = manifest;
    const withoutSources = Object.entries(own).map(([name, target]) => {
      if (typeof target === 'string') return [name, target];
      const { '@inrgate/source': _, ...others } = target as Record<string, unknown>;
      return [name, others];
    });
    expect(publishConfig.exports ?? {}).toEqual(Object.fromEntries(withoutSources));
  }
});
