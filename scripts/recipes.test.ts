import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');

it('every file and folder that a recipe names is there', () => {
  const [, recipes = ''] = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8').split('## Recipes');
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
