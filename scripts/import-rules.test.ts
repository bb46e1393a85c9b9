import { globSync } from 'node:fs';
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
