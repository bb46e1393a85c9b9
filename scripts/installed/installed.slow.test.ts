import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedPack } from '../pack.mjs';
import { packages, root, run } from '../workspace.mjs';

/** A project of a merchant, in which npm has installed the tarballs. */
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'inrgate-installed-')));
const modules = path.join(folder, 'node_modules');
let gateway: ChildProcess;
let baseUrl: string;

beforeAll(async () => {
  const { tarballs } = await sharedPack();
  cpSync(path.join(import.meta.dirname, 'fixtures'), folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true }));
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline'];
  const { code, output } = await run('npm', [...args, ...tarballs.map((file) => path.join(root, file))], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
  expect(code, output).toBe(0);
  // npm does not install an optional peer, which the SDK's declarations and spans need.
  mkdirSync(path.join(modules, '@opentelemetry'));
  symlinkSync(dependency('@opentelemetry/api'), path.join(modules, '@opentelemetry/api'), 'junction');

  const serve = [path.join(modules, '@inrgate/cli/bin/inrgate.js'), 'serve', '--port', '0', '--json'];
  gateway = spawn(process.execPath, serve, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  if (gateway.stdout === null) throw new Error('the gateway has no output');
  const [line] = await once(createInterface({ input: gateway.stdout }), 'line');
  ({ baseUrl } = JSON.parse(String(line)));
}, 300_000);

afterAll(async () => {
  gateway.kill();
  await once(gateway, 'close');
  rmSync(folder, { recursive: true, force: true });
});

/** Folder of a dependency of the SDK, which has several versions of Node and TypeScript. */
function dependency(name: string): string {
  return realpathSync(path.join(root, 'packages/sdk/node_modules', name));
}

/** Runs a script in the project. Removes environment variables that suppress warnings. */
function runScript(node: string, args: readonly string[]) {
  const { NODE_OPTIONS: _options, NODE_NO_WARNINGS: _quiet, VITEST: _vitest, ...env } = process.env;
  return run(node, args, { cwd: folder, env });
}

test.each(['gateway.mjs', 'gateway.cjs'])(
  'a project with all packages accepts a payment (%s)',
  async (script) => {
    const { code, output } = await runScript(process.execPath, [script]);
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toEqual({
      created: 'pending',
      callback: ['payin', 'success'],
      check: [true, 0],
    });
  },
);

/** The oldest version of Node that the SDK supports. */
const oldestNode = path.join(
  dependency('node22'),
  process.platform === 'win32' ? 'bin/node.exe' : 'bin/node',
);

test.each(['sdk.mjs', 'sdk.cjs'])(
  'the SDK makes calls and handles callbacks on Node 22 without a warning (%s)',
  async (script) => {
    const { code, output } = await runScript(oldestNode, [script, baseUrl]);
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toEqual({
      payin: { status: 'pending', extra: 'नीली शर्ट' },
      refusal: { code: 'order_not_found', outcome: 'rejected' },
      callback: { kind: 'payin', mchOrderNo: 'ORDER-1' },
      handled: 'success',
      duration: 5_400_000,
      fee: '55.00',
      verdict: 'unexplained',
      instances: Array(6).fill(true),
      guards: Array(3).fill(true),
    });
  },
);

test('the SDK recognizes errors of a second copy of the package', async () => {
  expect(await runScript(oldestNode, ['both.mjs'])).toEqual({ code: 0, output: '[[true,true],[true,true]]' });
});

test('the oldest supported compiler accepts the declarations for ES and CommonJS modules', async () => {
  for (const file of ['types.mts', 'types.cts'])
    cpSync(path.join(folder, 'types.ts'), path.join(folder, file));
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ noEmit: true, skipLibCheck: false, module: 'nodenext', target: 'es2022', lib: ['es2022'] },
    ...{ types: ['node'], typeRoots: [realpathSync(path.join(root, 'node_modules/@types'))] },
  };
  const config = { compilerOptions, files: ['types.mts', 'types.cts'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = path.join(dependency('typescript-5.5'), 'bin/tsc');
  expect(await runScript(process.execPath, [compiler, '--version'])).toMatchObject({
    output: expect.stringMatching(/^Version 5\.5\./),
  });
  expect(await runScript(process.execPath, [compiler, '--project', folder])).toEqual({ code: 0, output: '' });
});

test('a package contains no sources, tests, maps or path of this machine', () => {
  for (const name of packages) {
    const place = path.join(modules, '@inrgate', name);
    const files = readdirSync(place, { recursive: true }).map(String);
    const scripts = files.filter((file) => /\.[cm]?js$/.test(file));
    expect(scripts.filter((file) => readFileSync(path.join(place, file), 'utf8').includes(root))).toEqual([]);
    expect(files.filter((file) => /\.map$|\.test\.ts$|(^|\/)(src|test)\//.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
  }
});

test('a package exports what its source exports', () => {
  const exportsOf = (place: string) =>
    JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')).exports;
  for (const name of packages) {
    const source = JSON.stringify(exportsOf(path.join(root, 'packages', name)), (key, value) =>
      key === '@inrgate/source' ? undefined : value,
    );
    expect(JSON.stringify(exportsOf(path.join(modules, '@inrgate', name)))).toBe(source);
  }
});

test.each([
  ['the command', 'cli/dist/NOTICES.txt', /^(?:@[\w-]+\/)?[\w.-]+ \d+\.\d+\.\d+ \(.+\)$/m, 10],
  ['the dashboard', 'mock-gateway/dist/dashboard/NOTICES.md', /^## /m, 1],
] as const)('%s contains the licence text of each package that it bundles', (_what, file, heading, least) => {
  const [, ...texts] = readFileSync(path.join(modules, '@inrgate', file), 'utf8').split(heading);
  expect(texts.length).toBeGreaterThan(least);
  expect(texts.filter((text) => text.trim().length < 500)).toEqual([]);
});
