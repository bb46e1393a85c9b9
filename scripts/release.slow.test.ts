import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { sharedPack } from './pack.mjs';
import { problemsOf, publish } from './release.mjs';
import { packages, root } from './workspace.mjs';

const repository = { type: 'git', url: 'git+https://git.example/shop/inrgate.git' };
const sample = [{ name: '@inrgate/sdk', version: '1.2.3', repository }];
const clean = { code: 0, output: '' };

/** A machine that has only the given problems. */
function machine(other: Readonly<Record<string, { readonly code: number; readonly output: string }>> = {}) {
  const usual = {
    ...{ status: clean, fetch: clean, whoami: clean },
    'rev-parse': { code: 0, output: 'main\n' },
    'rev-list': { code: 0, output: '0\n' },
    view: { code: 1, output: 'npm error code E404' },
  };
  const answers: Record<string, { code: number; output: string }> = { ...usual, ...other };
  return async (_command: string, [name = '']: readonly string[]) => answers[name] ?? clean;
}

/** A release in a workflow that npm trusts. */
const found = { packages: sample, changesets: [], trusted: true, first: false };
const notLoggedIn = { whoami: { code: 1, output: 'npm error code ENEEDAUTH' } };

test('the trusted workflow releases a new version from a clean tree without a login', async () => {
  expect(await problemsOf({ ...found, run: machine(notLoggedIn) })).toEqual([]);
});

test('a machine other than the release workflow makes only the first release, with a login', async () => {
  const elsewhere = { ...found, trusted: false };
  expect(await problemsOf({ ...elsewhere, run: machine() })).toEqual([
    expect.stringContaining('run release.yml, or add --first'),
  ]);
  expect(await problemsOf({ ...elsewhere, first: true, run: machine() })).toEqual([]);
  expect(await problemsOf({ ...elsewhere, first: true, run: machine(notLoggedIn) })).toEqual([
    'no npm user is logged in: npm login',
  ]);
});

test('a release can continue after a failure halfway', async () => {
  const two = [...sample, { name: '@inrgate/cli', version: '1.2.3', repository }];
  const run = async (command: string, args: readonly string[]) =>
    args.includes('@inrgate/sdk@1.2.3') ? { code: 0, output: '1.2.3\n' } : machine()(command, args);
  expect(await problemsOf({ ...found, packages: two, run })).toEqual([]);
});

test.each([
  ['a dirty tree', { status: { code: 0, output: ' M package.json\n' } }, [], 'the tree has changes'],
  ['another branch', { 'rev-parse': { code: 0, output: 'topic\n' } }, [], 'git switch main'],
  [
    'a folder without a repository',
    { status: { code: 128, output: 'fatal: not a git repository\n' } },
    [],
    'fatal: not a git repository',
  ],
  [
    'a branch behind its upstream',
    { 'rev-list': { code: 0, output: '3\n' } },
    [],
    '3 commits ahead: git pull',
  ],
  [
    'a branch without an upstream',
    { 'rev-list': { code: 128, output: "fatal: no upstream configured for branch 'main'\n" } },
    [],
    'no upstream configured',
  ],
  [
    'an upstream that cannot be reached',
    { fetch: { code: 128, output: 'fatal: could not read from remote repository\n' } },
    [],
    'could not read from remote',
  ],
  [
    'an unreachable registry',
    { view: { code: 1, output: 'npm warn a setting\nnpm error code ECONNREFUSED\n' } },
    [],
    'npm cannot look up @inrgate/sdk 1.2.3: npm error code ECONNREFUSED',
  ],
  [
    'an existing version',
    { view: { code: 0, output: '1.2.3\n' } },
    [],
    '1.2.3 of every package is published already: add a changeset',
  ],
  ['unreleased changesets', {}, ['new.md'], 'npm run changeset -- version'],
])(
  'the release script rejects a release from %s and prints the fix',
  async (_what, other, changesets, said) => {
    const problems = await problemsOf({ ...found, changesets, run: machine(other) });
    expect(problems).toEqual([expect.stringContaining(said)]);
  },
);

test('the release script rejects a release of a package without a repository and prints the fix', async () => {
  const unnamed = [...sample, { name: '@inrgate/cli', version: '1.2.3' }];
  const problems = await problemsOf({ ...found, packages: unnamed, run: machine() });
  expect(problems).toEqual([
    expect.stringMatching(/^@inrgate\/cli: package\.json has no `repository`.*"directory"/),
  ]);
});

test('the workflows run existing scripts, and npm trusts only the release workflow', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const workflow = (name: string) => {
    const found = parse(readFileSync(path.join(root, '.github/workflows', name), 'utf8'));
    const [job] = Object.values<{ steps: readonly { run?: string }[] }>(found.jobs);
    const ran = (job?.steps ?? []).flatMap(({ run = '' }) => /^npm (?:run )?(\S+)/.exec(run)?.[1] ?? []);
    expect(ran).not.toEqual([]);
    for (const script of ran) expect(scripts).toHaveProperty([script]);
    return found;
  };
  expect(workflow('release.yml').jobs.npm).toMatchObject({
    environment: 'npm',
    permissions: { contents: 'write', 'id-token': 'write' },
  });
  expect(workflow('ci.yml').permissions).toEqual({ contents: 'read' });
});

test('npm accepts the tarball of the command and rejects another file in a dry run', async () => {
  const { tarballs } = await sharedPack();
  expect(await publish(tarballs.at(-1) ?? '', ['--dry-run'])).toBe(true);
  expect(await publish('package.json', ['--dry-run'])).toBe(false);
});

test('a published package describes itself, names no fictitious host, and includes its provenance', () => {
  for (const folder of packages) {
    const manifest = JSON.parse(readFileSync(path.join(root, 'packages', folder, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ license: 'MIT', publishConfig: { access: 'public', provenance: true } });
    expect(manifest.keywords.length).toBeGreaterThan(4);
    expect(manifest.version).not.toBe('0.0.0');
    const { exports: own = {}, publishConfig } = manifest;
    const withoutSources = Object.entries(own).map(([name, target]) => {
      if (typeof target === 'string') return [name, target];
      const { '@inrgate/source': _, ...others } = target as Record<string, unknown>;
      return [name, others];
    });
    expect(publishConfig.exports ?? {}).toEqual(Object.fromEntries(withoutSources));
  }
});
