import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { answered, billsOfMaterials, licences, unanswered, withinTheCommand } from './supply-chain.mjs';
import { root, workspaces } from './workspace.mjs';

const read = (file: string) => readFileSync(path.resolve(root, file), 'utf8');

test('every dependency has one exact version in the manifests, the catalog and the lockfile', () => {
  const { catalog } = parse(read('pnpm-workspace.yaml'));
  for (const [name, version] of Object.entries(catalog)) expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
  for (const folder of ['.', ...workspaces()]) {
    const manifest = JSON.parse(read(`${folder}/package.json`));
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    for (const [name, version] of Object.entries(all)) {
      expect(version, `${name} of ${folder}`).toMatch(
        /^(catalog:|workspace:[*^]|(npm:[@a-z/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?)$/,
      );
    }
  }
  const { packages } = parse(read('pnpm-lock.yaml'));
  expect(Object.keys(packages).length).toBeGreaterThan(300);
  for (const [name, { resolution }] of Object.entries<{ resolution: { integrity?: string } }>(packages)) {
    expect(resolution.integrity, name).toMatch(/^sha512-/);
  }
});

interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

function installed(): readonly Manifest[] {
  const store = path.join(root, 'node_modules/.pnpm');
  return readdirSync(store, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap((entry) => realFolders(path.join(store, entry.name, 'node_modules')))
    .map((folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
}

function realFolders(modules: string): readonly string[] {
  return readdirSync(modules, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== '.bin')
    .map((entry) => path.join(modules, entry.name))
    .flatMap((folder) => (path.basename(folder).startsWith('@') ? realFolders(folder) : [folder]));
}

test('the list of packages with an install script is complete', () => {
  const { allowBuilds, strictDepBuilds } = parse(read('pnpm-workspace.yaml'));
  expect(strictDepBuilds).toBe(true);
  const scripts = ['preinstall', 'install', 'postinstall'];
  const found = installed().filter((manifest) => scripts.some((script) => manifest.scripts?.[script]));
  expect(found.map(({ name }) => name)).toContain('esbuild');
  expect(found.filter(({ name }) => !(name in allowBuilds))).toEqual([]);
});

test('a licence that is not permissive has a stated reason', async () => {
  const all = await licences();
  expect(all.length).toBeGreaterThan(200);
  expect(unanswered(all)).toEqual([]);
  expect(unanswered([{ name: 'copyleft', license: 'GPL-3.0' }])).toHaveLength(1);
});

test('a bill of materials for each package names its dependencies, of which each has a permissive licence', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-sbom-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { code, output, files } = await billsOfMaterials(folder);
  expect(code, output).toBe(0);
  expect(files.map((file) => path.basename(file)).sort()).toEqual([
    'inrgate-cli.cdx.json',
    'inrgate-conformance.cdx.json',
    'inrgate-mock-gateway.cdx.json',
    'inrgate-sdk.cdx.json',
  ]);
  for (const file of files) {
    const { bomFormat, components, metadata } = JSON.parse(read(file));
    expect(bomFormat).toBe('CycloneDX');
    const manifest = JSON.parse(read(`packages/${metadata.component.name}/package.json`));
    const names = components.map(({ group, name }: { group?: string; name: string }) =>
      group === undefined ? name : `${group}/${name}`,
    );
    for (const name of Object.keys(manifest.dependencies)) expect(names, file).toContain(name);
    for (const name of Object.keys(answered)) expect(names, file).not.toContain(name);
    if (manifest.name === '@inrgate/cli') {
      const within = withinTheCommand();
      expect(within.map(({ name }) => name)).toEqual(expect.arrayContaining(['yaml', 'csv-parse']));
      expect(names).toEqual(expect.arrayContaining(within.map(({ name }) => name)));
      expect(unanswered(within)).toEqual([]);
    }
    for (const { name, purl, version } of components) expect(purl, name).toContain(`/${name}@${version}`);
  }
});

test('NOTICES.txt contains the licence text of each package that the command bundles', () => {
  const notices = read('packages/cli/dist/NOTICES.txt');
  const texts = notices.split(/^(?:@[\w-]+\/)?[\w.-]+ \d+\.\d+\.\d+ \(.+\)$/m).slice(1);
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((text) => text.trim().length < 500)).toEqual([]);
});

test('NOTICES.md contains the licence text of each package that the dashboard bundles', () => {
  const notices = read('packages/mock-gateway/dist/dashboard/NOTICES.md');
  const [, ...packages] = notices.split(/^## /m);
  expect(packages.map((text) => text.split(' ')[0])).toEqual(expect.arrayContaining(['preact', 'uplot']));
  expect(packages.filter((text) => text.length < 500)).toEqual([]);
});
