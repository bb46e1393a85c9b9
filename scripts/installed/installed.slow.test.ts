import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { installed, nodeOf, run } from '../../packages/sdk/test/consumers/consumer.ts';
import { hasRuntimes } from '../../test/runtimes.ts';
import { sharedPack } from '../pack.mjs';
import { packages, root } from '../workspace.mjs';
import { compileShop } from './compilers.ts';
import { paid, sources } from './day.ts';
import { install, makeProject } from './project.ts';
import { runtimes, startGateway } from './runtimes.ts';

/** Maximum size of `npm install @inrgate/cli` in millions of bytes (README: What it takes). */
const largest = 42;

const packed = await sharedPack();
// The long form installs the packages from a registry.
const project = makeProject(nodeOf('node22'), { ...process.env, npm_config_prefer_offline: 'true' });
const { folder } = project;
await install(
  project,
  packed.tarballs.map((file) => path.join(root, file)),
);
for (const [file, source] of Object.entries(sources)) writeFileSync(path.join(folder, file), source);
// Declarations of the SDK name its types, and npm does not install an optional peer.
mkdirSync(path.join(folder, 'node_modules/@opentelemetry'));
symlinkSync(
  installed('@opentelemetry/api'),
  path.join(folder, 'node_modules/@opentelemetry/api'),
  'junction',
);
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

// The oldest version loads CommonJS modules, and the newest ES modules. The long form tries every pair.
const accepted = { code: 0, stdout: paid, stderr: '' };
const newest = test.runIf(hasRuntimes('node26'));

test('a fresh project on Node 22 accepts a payment (day.cjs)', async () => {
  const node = nodeOf('node22');
  expect((await run(node, ['--version'], folder)).stdout).toMatch(/^v22\./);
  expect(await run(node, ['day.cjs'], folder)).toEqual(accepted);
});

newest('a fresh project on Node 26 accepts a payment (day.mjs)', async () => {
  const node = nodeOf('node26');
  expect((await run(node, ['--version'], folder)).stdout).toMatch(/^v26\./);
  expect(await run(node, ['day.mjs'], folder)).toEqual(accepted);
});

newest('the installed command signs parameters on Node 26', async () => {
  const inrgate = path.join(folder, 'node_modules/@inrgate/cli/bin/inrgate.js');
  const args = [inrgate, 'sign', 'mchId=DEMO1001', 'amount=500.00', '--json'];
  const { code, stdout } = await run(nodeOf('node26'), args, folder);
  expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ key: 'mchKey' })]);
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
  ['typescript-5.5', 'ES modules', ['types.mts']],
  ['typescript-7', 'a bundler', []],
] as const)(
  'the compiler %s accepts the declarations of gateway and SDK for %s, including their own files',
  async (compiler, how, more) => {
    // A program of a merchant, which the long form compiles without the gateway.
    const fixture = path.join(root, 'packages/sdk/test/consumers/fixtures/types.ts');
    for (const file of more) cpSync(fixture, path.join(folder, file));
    // The program imports this optional peer, which npm does not install.
    const peer = path.join(folder, 'node_modules/@opentelemetry/api');
    mkdirSync(path.dirname(peer), { recursive: true });
    if (!existsSync(peer)) symlinkSync(installed('@opentelemetry/api'), peer, 'junction');
    expect(await compileShop(compiler, how, folder, more)).toEqual({ code: 0, stdout: '', stderr: '' });
  },
);
