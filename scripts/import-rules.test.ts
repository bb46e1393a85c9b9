import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { expect, it } from 'vitest';
import config from '../.dependency-cruiser.mjs';
import { rooms } from './rooms.mjs';
import { root } from './workspace.mjs';

it('every import of the packages and examples follows the rules in .dependency-cruiser.mjs', async () => {
  const { forbidden, options } = config;
  const { output } = await cruise(
    ['packages', 'examples'],
    { ...options, baseDir: root, ruleSet: { forbidden }, validate: true },
    options.enhancedResolveOptions,
  );
  const { summary } = output as ICruiseResult;
  expect(summary.totalCruised).toBeGreaterThan(500);
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
});

it.each(Object.entries(rooms))('the constant rooms lists each folder of %s once', (src, ordered) => {
  const folders = globSync(`${src}/**/*.ts`, { cwd: root })
    .map((file) => path.relative(src, path.dirname(file)))
    .filter((folder) => folder !== '');
  const roomOf = (folder: string) => ordered.filter((room) => `${folder}/`.startsWith(`${room}/`));
  expect([...new Set(folders)].filter((folder) => roomOf(folder).length !== 1)).toEqual([]);
  expect(ordered.filter((room) => !folders.some((folder) => roomOf(folder).includes(room)))).toEqual([]);
});

it('npm start installs every module that the source of the packages imports', () => {
  const names = (folder: string, ...kinds: readonly string[]) => {
    const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
    return kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}));
  };
  const missing = globSync('packages/*/src/**/*.ts', {
    cwd: root,
    exclude: ['**/*.{test,contract,test-d}.ts'],
  })
    .flatMap((file) => {
      const source = readFileSync(path.join(root, file), 'utf8').replaceAll(/^import type .*$/gm, '');
      const imported = source.matchAll(/(?:from |import\()'(?!node:|\.|@inrgate)((?:@[^/']+\/)?[^/']+)/g);
      const [, folder = ''] = /^(packages\/[^/]+)/.exec(file) ?? [];
      return [...imported].map(([, name = '']) => ({ folder, name }));
    })
    .filter(({ folder, name }) => !names(folder, 'dependencies', 'peerDependencies').includes(name))
    .map(({ name }) => name);
  expect(new Set(missing).size).toBeGreaterThan(5);
  expect(names('.', 'dependencies')).toEqual(expect.arrayContaining([...new Set(missing)]));
});
