import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '../workspace.mjs';

const workflow = z.object({
  jobs: z.object({
    build: z.object({
      strategy: z.object({ matrix: z.object({ include: z.array(z.object({ platform: z.string() })) }) }),
      steps: z.array(z.object({ run: z.string().optional() })),
    }),
  }),
});
const manifest = z.object({
  scripts: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});

function textOf(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

const { build } = workflow.parse(parse(textOf('.github/workflows/executables.yml'))).jobs;
const { scripts, optionalDependencies } = manifest.parse(JSON.parse(textOf('package.json')));

test('the workflow builds the executable for each platform with a pinned Node', () => {
  const platforms = Object.keys(optionalDependencies).map((name) => name.replace(/^node-(bin-)?/, ''));
  expect(build.strategy.matrix.include.map(({ platform }) => platform).sort()).toEqual(platforms.sort());
});

test('each command of the workflow runs an existing script', () => {
  const commands = build.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
  const missing = commands.filter((command) => {
    const [, script] = /^npm run (\S+)$/.exec(command) ?? [];
    const files = command.split(' ').filter((word) => /^(scripts|node_modules)\//.test(word));
    if (script !== undefined) return scripts[script] === undefined;
    return files.length === 0 || !files.every((file) => existsSync(path.join(root, file)));
  });
  expect(missing).toEqual([]);
  expect(commands).toContain('npm run executable');
});
