import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { nodeOf, run } from '../../packages/sdk/test/consumers/consumer.ts';
import { sharedPack } from '../pack.mjs';
import { root } from '../workspace.mjs';
import { compileShop, modules } from './compilers.ts';
import { paid, sources } from './day.ts';
import { install, makeProject, publishedIn, serveOnce } from './project.ts';

const nodes = [
  ['22', nodeOf('node22')],
  ['24', process.execPath],
  ['26', nodeOf('node26')],
] as const;

const packed = await sharedPack();
const registry = await publishedIn(packed.tarballs);
afterAll(() => registry.close());

describe.each(nodes)('a project on Node %s with its own npm', (major, node) => {
  test('an empty project installs the packages and accepts a payment', async () => {
    const project = makeProject(node, registry.env);
    await install(project);
    const version = await project.npm(['exec', '--call', 'node --version']);
    expect(version.output.trim()).toMatch(new RegExp(`^v${major}\\.`));
    for (const file of ['day.mjs', 'day.cjs']) {
      writeFileSync(path.join(project.folder, file), sources[file] ?? '');
      expect(await run(node, [file], project.folder)).toEqual({ code: 0, stdout: paid, stderr: '' });
    }
    project.remove();
  });

  test('npx runs the gateway from an empty folder', async () => {
    const project = makeProject(node, registry.env);
    expect(await serveOnce(project)).toBeGreaterThan(0);
    project.remove();
  });
});

describe.each(['typescript-5.5', 'typescript', 'typescript-7'])('the compiler %s', (compiler) => {
  test.each(Object.keys(modules) as (keyof typeof modules)[])(
    'the declarations of gateway and SDK compile for %s, including their own files',
    async (how) => {
      const project = makeProject(nodeOf('node22'), registry.env);
      await install(project);
      writeFileSync(path.join(project.folder, 'shop.ts'), sources['shop.ts'] ?? '');
      expect(await compileShop(compiler, how, project.folder)).toEqual({ code: 0, stdout: '', stderr: '' });
      project.remove();
    },
  );
});

test('two builds in different folders and at different times have the same bytes', async () => {
  const copy = realpathSync(mkdtempSync(path.join(tmpdir(), 'inrgate-built-again-')));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter((name) => name !== '')) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(copy, file));
  }
  const again = await run('npm', ['run', '--silent', 'pack'], copy);
  expect(again.code, again.stderr).toBe(0);
  for (const tarball of packed.tarballs) {
    const bytes = readFileSync(path.join(copy, 'dist', path.basename(tarball)));
    expect(bytes.equals(readFileSync(path.join(root, tarball))), tarball).toBe(true);
  }
  rmSync(copy, { recursive: true });
});
