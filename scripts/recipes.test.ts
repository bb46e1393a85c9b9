import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');

const [, recipes = ''] = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8').split('## Recipes');

it('every file and folder of a recipe exists', () => {
  const named = [...recipes.matchAll(/`([\w.-]+(?:\/[\w.-]*)*)`/g)]
    .map(([, name = '']) => name.replace(/\/$/, ''))
    .filter((name) => /\/|\.(?:tsx?|md)$/.test(name));
  const files = globSync('{packages,scripts,examples,docs}/**/*', {
    cwd: root,
    exclude: (entry) => /(?:^|\/)(?:node_modules|dist)$/.test(entry),
  }).map((entry) => `/${entry.replaceAll('\\', '/')}`);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});

it('every code name in a recipe is declared', () => {
  const named = [...recipes.matchAll(/`([A-Z]?[a-z\d]+(?:[A-Z]\w*)?)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => /[A-Z]/.test(name));
  const sources = globSync('packages/*/{src,test,dashboard}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (entry) => /(?:^|\/)(?:node_modules|dist)$/.test(entry),
  }).map((file) => readFileSync(path.join(root, file), 'utf8'));
  const declared = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/\b(?:const|function|interface|type|class) (\w+)/g)].map(([, name]) => name),
    ),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !declared.has(name))).toEqual([]);
});
