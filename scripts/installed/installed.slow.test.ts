import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { nodeOf, run } from '../../packages/sdk/test/consumers/consumer.ts';
import { hasRuntimes } from '../../test/runtimes.ts';
import { pack } from '../pack.mjs';
import { packages, root } from '../workspace.mjs';
import { compileShop } from './compilers.ts';
import { paid, sources } from './day.ts';
import { install, makeProject } from './project.ts';
import { runtimes, startGateway } from './runtimes.ts';

/** Maximum size of `npm install @inrgate/cli` in millions of bytes (README: What it takes). */
const largest = 42;

const nodes = [
  ['22', nodeOf('node22')],
  [process.versions.node.replace(/\..*/, ''), process.execPath],
  ['26', nodeOf('node26')],
] as const;

const packed = await pack('node_modules/.cache/inrgate/installed');
// The long form installs the packages from a registry.
const project = makeProject(nodeOf('node22'), { ...process.env, npm_config_prefer_offline: 'true' });
const { folder } = project;
await install(
  project,
  packed.tarballs.map((file) => path.join(root, file)),
);
for (const [file, source] of Object.entries(sources)) writeFileSync(path.join(folder, file), source);
afterAll(() => project.remove());

function sizes(): ReadonlyMap<string, number> {
  const modules = path.join(folder, 'node_modules');
  const names = readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(path.join(modules, name)).map((one) => `${name}/${one}`) : [name],
    );
  return new Map(names.map((name) => [name, bytesIn(path.join(modules, name))]));
}

function bytesIn(place: string): number {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}

test(`the installed command and its dependencies take at most ${largest} MB`, () => {
  const all = [...sizes()].sort(([, a], [, b]) => b - a);
  const total = all.reduce((sum, [, bytes]) => sum + bytes, 0);
  const shown = all.map(([name, bytes]) => `${name} ${(bytes / 1e6).toFixed(2)}`);
  console.log(`installed: ${(total / 1e6).toFixed(1)} MB in ${all.length} packages: ${shown.join(', ')}`);
  expect(total).toBeLessThan(largest * 1e6);
});

test('a package contains no sources, tests, maps or path of this machine', () => {
  for (const name of packages) {
    const place = path.join(folder, 'node_modules/@inrgate', name);
    const files = readdirSync(place, { recursive: true }).map(String);
    const texts = files.filter((file) => /\.[cm]?js$/.test(file));
    expect(texts.filter((file) => readFileSync(path.join(place, file), 'utf8').includes(root))).toEqual([]);
    expect(files.filter((file) => /\.map$|\.test\.ts$|(^|\/)(src|test)\//.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
  }
});

test('packing the packages twice produces the same bytes', async () => {
  const again = await pack('node_modules/.cache/inrgate/packed-again');
  const bytes = (tarballs: readonly string[]) => tarballs.map((file) => readFileSync(path.join(root, file)));
  expect(bytes(again.tarballs)).toEqual(bytes(packed.tarballs));
});

test('docs/how-to/runtimes.md names the versions that the SDK is tested with', () => {
  const page = readFileSync(path.join(root, 'docs/how-to/runtimes.md'), 'utf8');
  for (const runtime of Object.values(runtimes)) {
    expect(page).toContain(`| ${runtime.package.slice(runtime.package.lastIndexOf('@') + 1)} |`);
  }
});

test('the installed command runs the gateway', async () => {
  const gateway = await startGateway(project);
  const health = await fetch(new URL('/_mock/health', gateway.baseUrl));
  expect(await health.json()).toMatchObject({ status: 'ok' });
  await gateway.stop();
});

describe.each(nodes)('a project on Node %s', (major, node) => {
  const testRuns = test.runIf(major !== '26' || hasRuntimes('node26'));

  testRuns.each(['day.mjs', 'day.cjs'])('a fresh project accepts a payment (%s)', async (script) => {
    expect((await run(node, ['--version'], folder)).stdout).toMatch(new RegExp(`^v${major}\\.`));
    expect(await run(node, [script], folder)).toEqual({ code: 0, stdout: paid, stderr: '' });
  });

  testRuns('the installed command signs parameters', async () => {
    const inrgate = path.join(folder, 'node_modules/@inrgate/cli/bin/inrgate.js');
    const { code, stdout } = await run(
      node,
      [inrgate, 'sign', 'mchId=DEMO1001', 'amount=500.00', '--json'],
      folder,
    );
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ key: 'mchKey' })]);
  });
});

test.each(['esm', 'cjs'] as const)(
  'the SDK is bundled into one file without dependencies (%s)',
  async (format) => {
    const source = `import { GatewayClient } from '@inrgate/sdk';
    import { sign } from '@inrgate/sdk/protocol';
    new GatewayClient({ baseUrl: 'http://127.0.0.1:4300/v3', mchId: 'M1', mchKey: 'k' });
    process.stdout.write(sign({ amount: '500.00' }, 'k'));`;
    const alone = path.join(folder, `alone-${format}`);
    mkdirSync(alone);
    const outfile = path.join(alone, format === 'esm' ? 'out.mjs' : 'out.cjs');
    await build({
      stdin: { contents: source, resolveDir: folder },
      ...{ bundle: true, platform: 'node', format, outfile, logLevel: 'silent' },
    });
    rmSync(path.join(alone, 'node_modules'), { recursive: true, force: true });
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'inrgate-bundle-'));
    const ended = await run(process.execPath, [outfile], elsewhere);
    rmSync(elsewhere, { recursive: true });
    expect(ended).toEqual({ code: 0, stdout: expect.stringMatching(/^[0-9A-F]{32}$/), stderr: '' });
  },
);

/** The oldest supported compiler, and the compiler of the checks. The long form adds all other pairs. */
test.each([
  ['typescript-5.5', 'ES modules'],
  ['typescript-7', 'a bundler'],
] as const)(
  'the compiler %s accepts the declarations of gateway and SDK for %s, including their own files',
  async (compiler, how) => {
    expect(await compileShop(compiler, how, folder)).toEqual({ code: 0, stdout: '', stderr: '' });
  },
);
